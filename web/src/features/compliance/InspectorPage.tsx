import { Button } from '@mantine/core'
import { IconLinkOff, IconRefresh } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { useAction } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { StatePanel } from '../../shared/feedback/StatePanel.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { useNow } from '../../shared/format/RelativeTime.tsx'
import { Facts } from '../../shared/layout/PageHeader.tsx'
import * as complianceStyles from './compliance.module.css'
import { InspectedPlans } from './InspectedPlans.tsx'
import { InspectedLogbook, LastTests, OpenDefects, TrueNow } from './InspectedPlant.tsx'
import { InspectorActions } from './InspectorActions.tsx'
import { RuleGroups } from './RuleGroups.tsx'
import { useProfileName } from './use-profile-name.ts'
import { Verdict } from './Verdict.tsx'

/** Refusals shown as "leads nowhere" to a link's reader. */
const unknownCodes = ['INSPECTOR_LINK_NOT_FOUND', 'INVALID_INPUT']

/** The inspector's page at its secret address: as it was on opening, refreshed on request. */
export function InspectorPage() {
  const { secret = '' } = useParams({ strict: false }) as { secret?: string }
  return (
    <AnswerBoundary level={1} refused={({ code }) => (unknownCodes.includes(code) ? <UnknownLink /> : undefined)}>
      <Page secret={secret} />
    </AnswerBoundary>
  )
}

function UnknownLink() {
  const { t } = useTranslation('compliance')
  return (
    <StatePanel icon={IconLinkOff} title={t('inspector.unknownTitle')} role="status" level={1}>
      {t('inspector.unknownText')}
    </StatePanel>
  )
}

const fixedAnswer = { staleTime: Number.POSITIVE_INFINITY, retry: false }

/** The link may be revoked while the page is open: the next refresh is refused, and the earlier content disappears. */
function Page({ secret }: { secret: string }) {
  const page = useAnswer('getInspectorPage', { secret }, fixedAnswer)
  const freshPage = useAction('getInspectorPage', { secret }, { ...fixedAnswer, enabled: false })
  if (freshPage.error && unknownCodes.includes(freshPage.error.code)) return <UnknownLink />
  const update = () => void freshPage.refetch()
  return <InspectorReport secret={secret} page={page} busy={freshPage.isFetching} update={update} />
}

const minuteMs = 60_000
/** From here on, the remaining time is a warning. */
const lastMs = 60 * minuteMs

/** The name of the page with the remaining time: by the server's clock on opening, and by the device's from then on. */
function Heading({ openedAt, expiresAt }: { openedAt: string; expiresAt: string }) {
  const { t } = useTranslation('compliance')
  const { duration } = useFormats()
  const [start] = useState(() => Date.now())
  const elapsedMs = useNow(minuteMs) - start
  const leftMs = Math.max(0, Date.parse(expiresAt) - Date.parse(openedAt) - elapsedMs)
  return (
    <p className={complianceStyles.inspectorLeft} data-last={leftMs < lastMs || undefined}>
      {t('inspector.heading')} · {t('inspector.left', { left: duration(leftMs) })}
    </p>
  )
}

type ShownProps = { secret: string; page: ActionOutput<'getInspectorPage'>; busy: boolean; update: () => void }

function InspectorReport({ secret, page, busy, update }: ShownProps) {
  const { plantname, address, compliance, inspection, openedAt, expiresAt } = page
  const shown = { found: inspection, compliance, openedAt }
  const { t } = useTranslation('compliance')
  const { full } = useFormats(compliance.timezone)
  const nameOf = useProfileName()
  const { profile, responsible } = compliance
  return (
    <article className={complianceStyles.inspectorPage}>
      <header>
        <div>
          <Heading key={openedAt} openedAt={openedAt} expiresAt={expiresAt} />
          <Button
            className="vx-no-print"
            variant="subtle"
            loading={busy}
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={update}
          >
            {t('inspector.update')}
          </Button>
        </div>
        <h1>{plantname}</h1>
        <p className="vx-quiet">
          {address} · {t('asOf', { at: full(openedAt) })}
        </p>
      </header>
      <section className={`vx-card ${complianceStyles.verdictCard}`}>
        <Verdict found={compliance} />
        <Facts
          entries={[
            [t('profile.label'), `${nameOf(profile.profile)}, EN 50172:${profile.edition}`],
            [t('inspector.responsible'), responsible ?? t('inspector.nobody')],
          ]}
        />
      </section>
      <TrueNow {...shown} />
      <InspectedLogbook {...shown} />
      <LastTests {...shown} />
      <OpenDefects {...shown} />
      <InspectedPlans found={inspection} compliance={compliance} />
      <RuleGroups found={compliance} />
      <p className="vx-quiet">{t('inspector.readOnly')}</p>
      <InspectorActions secret={secret} />
    </article>
  )
}
