import { Button } from '@mantine/core'
import { IconLinkOff, IconRefresh } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { failureOf } from '../../shared/api/api-failure.ts'
import { useAction } from '../../shared/api/use-action.ts'
import { ErrorState } from '../../shared/feedback/ErrorState.tsx'
import { LoadingRows } from '../../shared/feedback/Loading.tsx'
import { StatePanel } from '../../shared/feedback/StatePanel.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { Facts } from '../../shared/layout/PageHeader.tsx'
import { useProfileName } from './ProfileSelect.tsx'
import { RuleGroups } from './RuleGroups.tsx'
import { Verdict } from './Verdict.tsx'
import './compliance.css'

/** Refusals that mean the same to whoever opened a link: it leads to nothing. */
const unknownCodes = ['INSPECTOR_LINK_NOT_FOUND', 'INVALID_INPUT']

/** What an inspector sees by the address that the plant has opened: as it was when it was opened, and again when asked. */
export function InspectorPage() {
  const { t } = useTranslation('compliance')
  const { secret = '' } = useParams({ strict: false }) as { secret?: string }
  const found = useAction('getInspectorPage', { secret }, { staleTime: Number.POSITIVE_INFINITY, retry: false })
  if (found.error && unknownCodes.includes(failureOf(found.error).code))
    return (
      <StatePanel icon={IconLinkOff} title={t('inspector.unknownTitle')} role="status" level={1}>
        {t('inspector.unknownText')}
      </StatePanel>
    )
  if (found.data) return <Page page={found.data} busy={found.isFetching} update={() => void found.refetch()} />
  if (found.error) return <ErrorState error={found.error} retry={() => void found.refetch()} level={1} />
  return (
    <div className="vx-card">
      <LoadingRows rows={6} />
    </div>
  )
}

type PageProps = { page: ActionOutput<'getInspectorPage'>; busy: boolean; update: () => void }

function Page({ page: { plantname, address, compliance, openedAt, expiresAt }, busy, update }: PageProps) {
  const { t } = useTranslation('compliance')
  const { full, duration } = useFormats(compliance.timezone)
  const nameOf = useProfileName()
  const left = Math.max(0, Date.parse(expiresAt) - Date.parse(openedAt))
  const { profile, responsible } = compliance
  return (
    <article className="vx-inspector-page">
      <header>
        <p className="vx-quiet">{t('inspector.heading')}</p>
        <h1>{plantname}</h1>
        <p>{address}</p>
        <p>{t('asOf', { at: full(openedAt) })}</p>
        <p className="vx-quiet">{t('inspector.readOnly')}</p>
        <p className={left < 3_600_000 ? 'vx-rule-bad' : 'vx-quiet'}>{t('inspector.left', { left: duration(left) })}</p>
        <Button
          className="vx-no-print"
          variant="default"
          loading={busy}
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={update}
        >
          {t('inspector.update')}
        </Button>
      </header>
      <section className="vx-card vx-verdict-card">
        <Verdict found={compliance} />
        <Facts
          entries={[
            [t('profile.label'), `${nameOf(profile.profile)}, EN 50172:${profile.edition}`],
            [t('inspector.responsible'), responsible ?? t('inspector.nobody')],
          ]}
        />
      </section>
      <RuleGroups found={compliance} />
    </article>
  )
}
