import { TextInput } from '@mantine/core'
import { parseCents } from '@vigilux/contract/features/bill-of-materials/bill.rules.ts'
import type { Round, RoundItem } from '@vigilux/contract/features/maintenance-rounds/round.ts'
import { roundLimits } from '@vigilux/contract/features/maintenance-rounds/round-limits.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { DialogFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import * as styles from './maintenance-rounds.module.css'

/** Parses typed whole minutes; null when empty, undefined when invalid. */
export const minutesOf = (typedText: string): number | null | undefined => {
  const text = typedText.trim()
  if (text === '') return null
  return /^\d{1,6}$/.test(text) && Number(text) <= roundLimits.minutes ? Number(text) : undefined
}

const parseCost = (typedText: string): number | null | undefined =>
  typedText.trim() === '' ? null : (parseCents(typedText) ?? undefined)

type Props = { round: Round; items: readonly RoundItem[]; onClose: () => void }

/** Ends a round and records its time and cost. */
export function EndRoundDialog({ round, items, onClose }: Props) {
  const { t } = useTranslation('maintenance-rounds')
  const { plantId } = useCurrentPlant()
  const [time, setTime] = useState('')
  const [cost, setCost] = useState('')
  const end = useActionMutation('endRound', { refresh: ['getRound', 'getRounds', 'getOpenFaults'], onSuccess: onClose })
  const [minutes, cents] = [minutesOf(time), parseCost(cost)]
  const openCount = items.filter(({ state }) => state === 'open').length
  const awaitsReTest = items.some(({ state, reTest }) => state === 'done' && reTest)
  return (
    <FormDialog title={t('end.button')} unsaved={time !== '' || cost !== ''} onClose={onClose}>
      {(cancel) => (
        <form
          className={styles.roundForm}
          onSubmit={(event) => {
            event.preventDefault()
            if (minutes === undefined || cents === undefined || end.isPending) return
            end.mutate({ plantId, roundId: round.id, minutes, cents })
          }}
        >
          {openCount > 0 ? <p>{t('end.text', { count: openCount })}</p> : null}
          {awaitsReTest ? <p>{t('end.tests')}</p> : null}
          <TextInput
            label={t('end.minutes')}
            inputMode="numeric"
            value={time}
            error={minutes === undefined ? t('end.wrongMinutes') : undefined}
            onChange={(event) => setTime(event.currentTarget.value)}
          />
          <TextInput
            label={t('end.cost', { currency: round.currency })}
            inputMode="decimal"
            value={cost}
            error={cents === undefined ? t('end.wrongCost') : undefined}
            onChange={(event) => setCost(event.currentTarget.value)}
          />
          <FormFailure error={end.error} />
          <DialogFoot onCancel={cancel} saving={end.isPending}>
            {t('end.button')}
          </DialogFoot>
        </form>
      )}
    </FormDialog>
  )
}
