import { Button, Checkbox, TextInput } from '@mantine/core'
import { IconAlertOctagonFilled, IconBolt } from '@tabler/icons-react'
import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import { countEmergencyLamps } from '@vigilux/contract/features/remote-panel/panel-state.rules.ts'
import { text } from '@vigilux/contract/kernel/primitives.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import { focusFirstError, useCheckedForm } from '../../shared/form/form.ts'
import { useFormats } from '../../shared/format/format.ts'
import { errorText } from '../../shared/i18n/i18n.ts'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { serverNow } from '../../shared/plant/server-clock.ts'
import * as styles from './unit-page.module.css'

const chargeMs = 24 * 3_600_000
const schema = z.object({ reason: text(200), isEmpty: z.literal(true) })
type EmergencyForm = { reason: string; isEmpty: boolean }

export type StartEmergencyProps = {
  /** Units that start the emergency mode. */
  units: readonly CentralUnit[]
  /** Other units, each with the reason. */
  leftOut?: readonly string[]
  send: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Asks before the emergency mode discharges batteries, in the same words on every page. Focus starts on Cancel. */
export function StartEmergencyForm({ units, leftOut = [], send, onClose }: StartEmergencyProps) {
  const { t } = useTranslation('central-units')
  const { plant } = useCurrentPlant()
  const { dateTime, list, number } = useFormats(plant.timezone)
  const form = useCheckedForm<EmergencyForm>(schema, { reason: '', isEmpty: false })
  const [isSending, setSending] = useState(false)
  const count = countEmergencyLamps(units)
  const submit = async ({ reason }: EmergencyForm) => {
    setSending(true)
    await send(reason)
    onClose()
  }
  return (
    <FormDialog unsaved={false} title={t('ask.emergencyOnTitle', { count, number: number(count) })} onClose={onClose}>
      {(cancel) => (
        <form
          className={layoutStyles.dialogForm}
          noValidate
          onSubmit={form.onSubmit((values) => void submit(values), focusFirstError)}
        >
          <div className={styles.emergencyAlert}>
            <IconAlertOctagonFilled size={18} aria-hidden />
            <p>
              {t('ask.emergencyDischarges')} <b>{t('ask.emergencyUnprotected')}</b>{' '}
              {t('ask.emergencyCharges', { time: dateTime(serverNow() + chargeMs) })}
            </p>
          </div>
          <dl className={styles.emergencyFacts}>
            <dt>{t('word.centralUnits')}</dt>
            <dd>{list(units.map(({ cu_id }) => cu_id))}</dd>
            <dt>{t('ask.emergencyEndsWith')}</dt>
            <dd>{errorText('commandNames', 'emergencyOff')}</dd>
            {leftOut.length > 0 ? (
              <>
                <dt>{t('ask.leftOut')}</dt>
                {leftOut.map((unit) => (
                  <dd key={unit}>{unit}</dd>
                ))}
              </>
            ) : null}
          </dl>
          <TextInput
            label={t('ask.reason')}
            description={t('ask.recorded')}
            withAsterisk
            maxLength={200}
            autoComplete="off"
            {...form.getInputProps('reason')}
          />
          <Checkbox
            label={t('ask.buildingEmpty')}
            {...form.getInputProps('isEmpty', { type: 'checkbox' })}
            error={form.errors.isEmpty ? t('ask.buildingEmptyFirst') : undefined}
            aria-invalid={form.errors.isEmpty !== undefined || undefined}
          />
          <FormFoot end>
            <Button variant="default" onClick={cancel} data-autofocus>
              {t('cancel', { ns: 'shared' })}
            </Button>
            <Button type="submit" color="red.8" loading={isSending} leftSection={<IconBolt size={16} aria-hidden />}>
              {t('ask.emergencyOn')}
            </Button>
          </FormFoot>
        </form>
      )}
    </FormDialog>
  )
}
