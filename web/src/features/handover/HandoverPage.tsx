import { IconChecklist, IconPlus } from '@tabler/icons-react'
import type { HandoverLine } from '@vigilux/contract/features/handover/handover.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { lazy } from '../../shared/lazy.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { pathTo } from '../../site-map.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'
import { ReportButton } from '../reports/index.ts'
import { HandoverSheet } from './HandoverSheet.tsx'
import * as styles from './handover.module.css'

const BeginDialog = lazy(async () => (await import('./BeginDialog.tsx')).BeginDialog)

/** A plant's verifications: the open or chosen one, and all others by number. */
export function HandoverPage() {
  const { t } = useTranslation('handover')
  const { plantId } = useCurrentPlant()
  const [search, setSearch] = useSearchParams()
  const [beginning, setBeginning] = useState(false)
  const allHandovers = useAnswer('getHandovers', { plantId }).handovers
  const chosen = allHandovers.find(({ no }) => String(no) === search.no) ?? allHandovers[0]
  const notAllowed = useWhyNotAllowed()
  const blockedReason =
    notAllowed ?? (allHandovers.some(({ state }) => state !== 'signed') ? t('begin.waits') : undefined)
  const beginButton = (
    <ReasonButton
      blockedReason={blockedReason}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setBeginning(true)}
    >
      {t('begin.open')}
    </ReasonButton>
  )
  return (
    <>
      <PageHeader
        title={t('word.verificationAndHandover')}
        facts={chosen ? <ChosenFacts of={chosen} /> : null}
        actions={
          chosen ? (
            <>
              <PdfButton key={chosen.id} plantId={plantId} handoverId={chosen.id} />
              {beginButton}
            </>
          ) : null
        }
      />
      {chosen ? (
        <>
          {allHandovers.length > 1 ? <HandoverNavigation all={allHandovers} chosen={chosen} plantId={plantId} /> : null}
          <AnswerBoundary>
            <OpenHandover key={chosen.id} handoverId={chosen.id} />
          </AnswerBoundary>
        </>
      ) : (
        <div className="vx-card">
          <EmptyState icon={IconChecklist} title={t('none.title')} action={beginButton}>
            {t('none.text')}
          </EmptyState>
        </div>
      )}
      {beginning ? (
        <BeginDialog
          onClose={() => setBeginning(false)}
          onBegun={() => {
            setBeginning(false)
            setSearch({ no: undefined })
          }}
        />
      ) : null}
    </>
  )
}

function ChosenFacts({ of: { no, kind, state, begunBy, begunAt } }: { of: HandoverLine }) {
  const { t } = useTranslation('handover')
  const { day } = useFormats(useCurrentPlant().plant.timezone)
  return (
    <>
      <span>{`${t('numbered', { no })} · ${t(`kind.${kind}`)}`}</span> <span>{t(`state.${state}`)}</span>{' '}
      <span>{t('begun', { name: begunBy, day: day(begunAt) })}</span>
    </>
  )
}

function HandoverNavigation({
  all,
  chosen,
  plantId,
}: {
  all: readonly HandoverLine[]
  chosen: HandoverLine
  plantId: string
}) {
  const { t } = useTranslation('handover')
  const { day } = useFormats(useCurrentPlant().plant.timezone)
  return (
    <nav className={`vx-card ${styles.handovers} vx-no-print`} aria-label={t('all')}>
      <ul>
        {all.map(({ id, no, kind, state, begunAt }) => (
          <li key={id}>
            <AppLink
              to={pathTo('handover', { plantId }, { no: String(no) })}
              {...(id === chosen.id ? { 'aria-current': 'page' as const } : {})}
            >
              {`${t('numbered', { no })} · ${t(`kind.${kind}`)}`}
            </AppLink>
            <span>{`${day(begunAt)} · ${t(`state.${state}`)}`}</span>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function OpenHandover({ handoverId }: { handoverId: string }) {
  const { plantId } = useCurrentPlant()
  return <HandoverSheet handover={useAnswer('getHandover', { plantId, handoverId }).handover} />
}

/** Orders the current verification as PDF. */
function PdfButton({ plantId, handoverId }: { plantId: string; handoverId: string }) {
  const language = useLanguage()
  const create = useActionMutation('createHandoverReport')
  return <ReportButton create={create} onCreate={() => create.mutate({ plantId, handoverId, language })} />
}
