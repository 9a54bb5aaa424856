import { Button, Progress } from '@mantine/core'
import type { LineScan } from '@vigilux/contract/features/central-units/bus-line.ts'
import { gearsPerLine } from '@vigilux/contract/features/central-units/gear-address.rules.ts'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../shared/feedback/Dialog.tsx'
import { ReasonButton } from '../../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../../shared/format/format.ts'
import * as layoutStyles from '../../../shared/layout/layout.module.css'
import { useCurrentPlant } from '../../../shared/plant/plant.ts'
import type { SentCommand } from '../../../shared/plant/use-sent-command.tsx'
import { useStartWalk } from '../../../shared/plant/use-start-walk.ts'
import { StatusInline } from '../../../shared/status/StatusTag.tsx'
import type { CurrentUnit } from '../use-unit.ts'
import { useWhyNotCommand } from '../why-not.ts'
import { CommissionForm } from './CommissionForm.tsx'
import * as styles from './lines.module.css'
import { ScannedGears } from './ScannedGears.tsx'

type ScanProps = {
  open: CurrentUnit
  line: number
  sent: SentCommand<'scanLines'>
  onScan: () => void
  onClose: () => void
}

/** The last or current scan of a line, and commissioning as a second step. Closing it stops nothing. */
export function ScanDialog({ open, line, sent, onScan, onClose }: ScanProps) {
  const { t } = useTranslation('bus-lines')
  const blockedReason = useWhyNotCommand()(open.unit)
  const scan = open.detail?.lineScans.find((one) => one.line === line)
  const isRunning = scan?.state === 'running' || sent.busy
  return (
    <Dialog opened onClose={onClose} size="lg" title={t('scan.title', { number: line })}>
      <div className={styles.lineScan}>
        <p>{t('scan.text')}</p>
        {sent.line}
        {scan ? <ScanProgress scan={scan} /> : null}
        {scan ? <ScannedGears scan={scan} topic={open.topic} /> : null}
        {scan?.kind === 'commissioning' && scan.commissioned > 0 ? <NameLamps open={open} scan={scan} /> : null}
        {scan && scan.kind === 'scan' ? <CommissionForm open={open} scan={scan} /> : null}
        <footer className={layoutStyles.actions}>
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('close')}
          </Button>
          <ReasonButton
            variant="default"
            blockedReason={blockedReason ?? (isRunning ? t('scan.running') : undefined)}
            onClick={onScan}
          >
            {t(scan ? 'scan.again' : 'scan.start')}
          </ReasonButton>
        </footer>
      </div>
    </Dialog>
  )
}

function ScanProgress({ scan: { line, kind, state, reason, asked, endedAt } }: { scan: LineScan }) {
  const { t } = useTranslation('bus-lines')
  const { dateTime } = useFormats(useCurrentPlant().plant.timezone)
  if (state === 'failed' && reason)
    return <StatusInline state="warning" cause={t('scan.failed', { reason: t(`reason.${reason}`) })} />
  if (state === 'ended') return endedAt ? <p role="status">{t('scan.ended', { at: dateTime(endedAt) })}</p> : null
  if (kind === 'commissioning') return <p role="status">{t('commission.running', { number: line })}</p>
  const text = t('scan.asked', { asked })
  return (
    <div role="status">
      <p>{text}</p>
      <Progress value={(100 * asked) / gearsPerLine} aria-label={text} transitionDuration={200} />
    </div>
  )
}

function NameLamps({ open: { topic }, scan }: { open: CurrentUnit; scan: LineScan }) {
  const { t } = useTranslation('bus-lines')
  const { number } = useFormats()
  const { along, isStarting } = useStartWalk()
  return (
    <div>
      <p>{t('commission.done', { number: number(scan.commissioned) })}</p>
      <Button loading={isStarting} onClick={() => void along({ topic })}>
        {t('commission.walk')}
      </Button>
    </div>
  )
}
