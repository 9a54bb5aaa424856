import type { SecurityEvent } from '@vigilux/contract/features/audit/audit.actions.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { browserTimeZone } from '../../shared/format/wall-time.ts'
import { Facts } from '../../shared/layout/PageHeader.tsx'
import { SidePanel } from '../../shared/layout/SidePanel.tsx'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { securityActionText, securityAddressText, securityEventText, securityStateOf } from './security-texts.ts'

type SecurityPanelProps = {
  event: SecurityEvent
  onClose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/** An event in words, then its codes and ids for copying. */
export function SecurityPanel({ event, ...steps }: SecurityPanelProps) {
  const { t } = useTranslation('accounts')
  const { number, full } = useFormats(browserTimeZone)
  const { at, kind, name, company, action, plantname, plant_id: plantId, userid, count } = event
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('word.person'), name ?? t('security.nobody')],
    [t('security.company'), company],
    [t('security.action'), securityActionText(t, event)],
    [t('word.plant'), plantname],
    [t('security.address'), securityAddressText(t, event)],
    [t('security.count'), number(count)],
    [t('security.code'), <code key="code">{kind}</code>],
    [t('security.call'), <code key="call">{action}</code>],
    [t('security.accountId'), userid && <code key="account">{userid}</code>],
    [t('security.plantId'), plantId && <code key="plant">{plantId}</code>],
  ]
  return (
    <SidePanel title={securityEventText(t, kind)} subtitle={full(at)} {...steps}>
      <StatusInline state={securityStateOf(kind)} />
      <Facts entries={facts.filter(([, value]) => value)} />
    </SidePanel>
  )
}
