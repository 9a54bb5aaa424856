import { NumberInput, Textarea } from '@mantine/core'
import { inhibitionMin, inhibitionReason } from '@vigilux/contract/features/remote-panel/inhibition.ts'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { CreateDialog } from '../../shared/form/CreateDialog.tsx'
import { useCheckedForm } from '../../shared/form/form.ts'
import { useFormats } from '../../shared/format/format.ts'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import * as styles from './remote-panel.module.css'

/** Default in minutes: long enough for a look at a distribution board. */
const defaultMin = 15
const schema = z.object({ minutes: inhibitionMin, reason: inhibitionReason })
type Form = z.input<typeof schema>

type Props = {
  topics: readonly string[]
  serials: readonly string[]
  /** Omitted units, each with the reason. */
  leftOut: readonly string[]
  lamps: number
  maxMinutes: number
  onClose: () => void
}

/** Asks for duration and reason, and explains the consequence, before emergency lamps are inhibited. */
export function InhibitDialog({ topics, serials, leftOut, lamps, maxMinutes, onClose }: Props) {
  const { t } = useTranslation('remote-panel')
  const { duration, list } = useFormats()
  const { plantId } = useCurrentPlant()
  const form = useCheckedForm<Form>(schema, { minutes: Math.min(defaultMin, maxMinutes), reason: '' })
  const inhibit = useActionMutation('inhibitUnits', { refresh: ['getInhibitions'] })
  const send = (values: Form) => inhibit.mutateAsync({ plantId, topics: [...topics], ...values })
  return (
    <CreateDialog
      form={form}
      send={send}
      title={t('dialog.title')}
      submitLabel={t('dialog.send')}
      draft="inhibition"
      prefix=""
      onClose={() => onClose()}
    >
      <p className={styles.panelConsequence}>
        <b>{`${t('dialog.lamps', { count: lamps })} · ${list(serials)}`}</b>
        <br />
        {t('dialog.effect')}
      </p>
      {leftOut.length > 0 ? <p className={layoutStyles.refusal}>{t('on.not', { units: list(leftOut) })}</p> : null}
      <NumberInput
        label={t('dialog.minutes')}
        description={t('dialog.minutesHelp', { max: duration(maxMinutes * 60_000) })}
        required
        min={1}
        max={maxMinutes}
        clampBehavior="none"
        allowDecimal={false}
        {...form.getInputProps('minutes')}
      />
      <Textarea
        label={t('dialog.reason')}
        required
        autosize
        minRows={2}
        maxLength={200}
        {...form.getInputProps('reason')}
      />
    </CreateDialog>
  )
}
