import { Alert, Checkbox } from '@mantine/core'
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import type { LineScan } from '@vigilux/contract/features/central-units/bus-line.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReasonButton } from '../../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../../shared/format/format.ts'
import { useCurrentPlant } from '../../../shared/plant/plant.ts'
import { useSentCommand } from '../../../shared/plant/use-sent-command.tsx'
import type { CurrentUnit } from '../use-unit.ts'
import { useWhyNotCommand } from '../why-not.ts'
import * as styles from './lines.module.css'

const commissioningMs = 120_000

/** Gives addresses to gears without one or with a shared one, after a warning; hidden if the scan found none. */
export function CommissionForm({ open, scan }: { open: CurrentUnit; scan: LineScan }) {
  const { t } = useTranslation('bus-lines')
  const { plantId } = useCurrentPlant()
  const { duration } = useFormats()
  const blockedReason = useWhyNotCommand()(open.unit)
  const [isAlone, setAlone] = useState(false)
  const commission = useSentCommand('commissionLine')
  const { line, gears, unaddressed, state } = scan
  const duplicates = gears.flatMap((gear) => (gear.state === 'duplicate' ? [gear.address] : []))
  if (!unaddressed && duplicates.length === 0) return null
  const isScanning = state === 'running'
  const missing = isScanning ? t('commission.wait') : isAlone ? undefined : t('commission.tick')
  const send = () => {
    setAlone(false)
    void commission.send({ plantId, topic: open.topic, line, duplicates, noOtherController: true })
  }
  return (
    <section className={styles.lineCommission}>
      <h3>{t('commission.title', { number: line })}</h3>
      <Alert color="yellow" icon={<IconAlertTriangleFilled size={18} aria-hidden />}>
        {t('commission.warning', { number: line, time: duration(commissioningMs) })}
      </Alert>
      <Checkbox
        label={t('commission.confirm', { number: line })}
        checked={isAlone}
        onChange={(event) => setAlone(event.currentTarget.checked)}
      />
      <ReasonButton blockedReason={blockedReason ?? missing} loading={commission.busy} onClick={send}>
        {t('commission.go')}
      </ReasonButton>
      {commission.line}
    </section>
  )
}
