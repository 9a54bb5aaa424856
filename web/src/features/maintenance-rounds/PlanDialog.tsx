import { Select, TextInput } from '@mantine/core'
import { partsOfRound } from '@vigilux/contract/features/maintenance-rounds/round.rules.ts'
import type { OpenFault, Round } from '@vigilux/contract/features/maintenance-rounds/round.ts'
import { roundLimits } from '@vigilux/contract/features/maintenance-rounds/round-limits.ts'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { DateField } from '../../shared/form/DateField.tsx'
import { DialogFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { todayIn } from '../../shared/format/wall-time.ts'
import { useNavigateTo } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import * as styles from './maintenance-rounds.module.css'
import { PartList } from './RoundParts.tsx'
import { faultKey, useRoundTexts } from './round-texts.ts'
import { useAssignableMembers } from './use-assignable-members.ts'

/** `chosen` at the time the dialog opened; only faults still `open` are planned. */
type Props = {
  chosen: readonly OpenFault[]
  open: readonly OpenFault[]
  openRounds: readonly Round[]
  onClose: () => void
}

/** The chosen faults still open. Frozen while saving, because planned faults leave the list. */
function useOpenOnly(
  chosen: readonly OpenFault[],
  open: readonly OpenFault[],
  isSaving: boolean,
): readonly OpenFault[] {
  const remainingFaults = useRef(chosen)
  if (!isSaving) {
    const keys = new Set(open.map(faultKey))
    remainingFaults.current = chosen.filter((fault) => keys.has(faultKey(fault)))
  }
  return remainingFaults.current
}

/** Plans a round of the chosen faults, or adds them to one in progress. */
export function PlanDialog({ chosen, open, openRounds, onClose }: Props) {
  const { t } = useTranslation('maintenance-rounds')
  const { formats } = useRoundTexts()
  const { plantId, plant } = useCurrentPlant()
  const navigateTo = useNavigateTo()
  const people = useAssignableMembers()
  const today = todayIn(plant.timezone)
  const [targetRoundId, setTargetRoundId] = useState('')
  const [day, setDay] = useState(today)
  const [typedTitle, setTypedTitle] = useState<string>()
  const [assignee, setAssignee] = useState<string | null>(null)
  const title = typedTitle ?? t('plan.ofDay', { day: formats.date(day || today) })
  const options = {
    refresh: ['getRounds', 'getOpenFaults', 'getRound'],
    onSuccess: ({ round }: { round: Round }) => {
      onClose()
      navigateTo(pathTo('round', { plantId, roundId: round.id }))
    },
  } as const
  const create = useActionMutation('createRound', options)
  const add = useActionMutation('addToRound', options)
  const isSaving = create.isPending || add.isPending
  const faults = useOpenOnly(chosen, open, isSaving)
  const closedCount = chosen.length - faults.length
  const faultKeys = faults
    .filter(({ of, lamp }) => of === 'unit' || lamp !== null)
    .slice(0, roundLimits.items)
    .map(({ topic, lamp, error }) => ({ topic, lamp, error }))
  const save = () =>
    targetRoundId === ''
      ? create.mutate({ plantId, title, plannedFor: day || null, assignee, faults: faultKeys })
      : add.mutate({ plantId, roundId: targetRoundId, faults: faultKeys })
  return (
    <FormDialog title={t('word.planARound')} unsaved={typedTitle !== undefined} onClose={onClose}>
      {(cancel) => (
        <form
          className={styles.roundForm}
          onSubmit={(event) => {
            event.preventDefault()
            if (!isSaving && title.trim() !== '') save()
          }}
        >
          <p>{t('faultCount', { count: faultKeys.length })}</p>
          {closedCount > 0 ? (
            <p className="vx-hint" role="status">
              {t('plan.gone', { count: closedCount })}
            </p>
          ) : null}
          {faults.length > roundLimits.items ? (
            <p className="vx-hint">{t('plan.beyond', { limit: roundLimits.items })}</p>
          ) : null}
          <PartList {...partsOfRound(faults.map((fault) => ({ ...fault, state: 'open' as const })))} />
          {openRounds.length > 0 ? (
            <Select
              label={t('plan.add')}
              allowDeselect={false}
              value={targetRoundId}
              data={[
                { value: '', label: t('plan.new') },
                ...openRounds.map((round) => ({ value: round.id, label: round.title })),
              ]}
              onChange={(value) => setTargetRoundId(value ?? '')}
            />
          ) : null}
          {targetRoundId === '' ? (
            <>
              <DateField label={t('plan.day')} value={day} onChange={setDay} />
              <TextInput
                label={t('word.name')}
                maxLength={roundLimits.title}
                value={title}
                onChange={(event) => setTypedTitle(event.currentTarget.value)}
              />
              <Select
                label={t('plan.who')}
                value={assignee ?? ''}
                allowDeselect={false}
                data={[{ value: '', label: t('plan.nobody') }, ...people]}
                onChange={(value) => setAssignee(value || null)}
              />
            </>
          ) : null}
          <FormFailure error={create.error ?? add.error} />
          <DialogFoot onCancel={cancel} saving={isSaving} blocked={faultKeys.length === 0}>
            {targetRoundId === '' ? t('word.planARound') : t('plan.add')}
          </DialogFoot>
        </form>
      )}
    </FormDialog>
  )
}
