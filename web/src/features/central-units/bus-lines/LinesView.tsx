import { Progress } from '@mantine/core'
import { IconRadar2 } from '@tabler/icons-react'
import type { UnitDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReasonButton } from '../../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../../shared/format/format.ts'
import { useCurrentPlant } from '../../../shared/plant/plant.ts'
import { useSentCommand } from '../../../shared/plant/use-sent-command.tsx'
import { StatusInline } from '../../../shared/status/StatusTag.tsx'
import * as unitPageStyles from '../unit-page.module.css'
import type { CurrentUnit } from '../use-unit.ts'
import { useWhyNotCommand } from '../why-not.ts'
import { GearTests } from './GearTests.tsx'
import { conditionOfLine, stateOfLine } from './line-state.ts'
import * as linesStyles from './lines.module.css'
import { ScanDialog } from './ScanDialog.tsx'

type Line = UnitDetail['lines'][number]

type LinesViewProps = {
  open: CurrentUnit
  /** The table of the gear, below the cards of the lines. */
  table?: ReactNode
}

/** Lines of addressed gear with their bus, and the scan of each. */
export function LinesView({ open, table }: LinesViewProps) {
  const { t } = useTranslation('bus-lines')
  const { plantId } = useCurrentPlant()
  const [shown, setShown] = useState<number | undefined>()
  const scan = useSentCommand('scanLines')
  const lines = open.detail?.lines ?? []
  const startScan = (line: number) => void scan.send({ plantId, topic: open.topic, lines: [line] })
  return (
    <div className={unitPageStyles.unitColumn}>
      <Gateway gateway={open.detail?.busGateway ?? null} />
      {lines.length === 0 ? (
        <p className={`vx-card ${unitPageStyles.unitCard}`} data-part="unit-card">
          {t('noLines')}
        </p>
      ) : null}
      <div className={linesStyles.lines}>
        {lines.map((line) => (
          <LineCard
            key={line.number}
            open={open}
            line={line}
            onScan={() => {
              setShown(line.number)
              startScan(line.number)
            }}
          />
        ))}
      </div>
      {table}
      <GearTests open={open} />
      {shown === undefined ? null : (
        <ScanDialog
          open={open}
          line={shown}
          sent={scan}
          onScan={() => startScan(shown)}
          onClose={() => setShown(undefined)}
        />
      )}
    </div>
  )
}

function Gateway({ gateway }: { gateway: UnitDetail['busGateway'] }) {
  const { t } = useTranslation('bus-lines')
  const { dateTime } = useFormats(useCurrentPlant().plant.timezone)
  if (!gateway) return <p className="vx-quiet">{t('gatewayUnknown')}</p>
  const { address, name, connected, since } = gateway
  const away = since ? t('gatewayAwaySince', { at: dateTime(since) }) : t('gatewayAway')
  return (
    <p className={linesStyles.lineGateway}>
      <span>{[name, t('gatewayAt', { address })].filter(Boolean).join(' · ')}</span>
      <StatusInline state={connected ? 'ok' : 'offline'} cause={connected ? t('gatewayConnected') : away} />
    </p>
  )
}

type CardProps = { open: CurrentUnit; line: Line; onScan: () => void }

function LineCard({ open, line, onScan }: CardProps) {
  const { t } = useTranslation('bus-lines')
  const blockedReason = useWhyNotCommand()(open.unit)
  const scan = open.detail?.lineScans.find((one) => one.line === line.number)
  return (
    <section className={`vx-card ${unitPageStyles.unitCard} ${linesStyles.lineCard}`} data-part="unit-card">
      <h2>{t('line', { number: line.number })}</h2>
      <LineState line={line} gateway={open.detail?.busGateway ?? null} scannedAt={scan?.endedAt ?? null} />
      <BusLoad line={line} />
      <ReasonButton
        variant="default"
        blockedReason={blockedReason}
        leftSection={<IconRadar2 size={16} aria-hidden />}
        onClick={onScan}
      >
        {t('scanLine', { number: line.number })}
      </ReasonButton>
    </section>
  )
}

type StateProps = { line: Line; gateway: UnitDetail['busGateway']; scannedAt: string | null }

function LineState({ line, gateway, scannedAt }: StateProps) {
  const { t } = useTranslation('bus-lines')
  const { dateTime, number } = useFormats(useCurrentPlant().plant.timezone)
  const condition = conditionOfLine(line, gateway)
  const since = line.bus?.since
  const texts = {
    unknown: undefined,
    gatewayAway: t('gatewayAway'),
    noPower: since ? t('noPowerSince', { at: dateTime(since) }) : t('noPower'),
    unused: t('unused'),
    silent: t('answering', { answering: number(line.bus?.answering ?? 0), total: number(line.lamps) }),
    ok: t('answering', { answering: number(line.bus?.answering ?? 0), total: number(line.lamps) }),
  }
  const cause = texts[condition]
  const isAway = condition === 'noPower' || condition === 'gatewayAway'
  return (
    <div>
      {condition === 'unused' ? (
        <p>{cause}</p>
      ) : (
        <StatusInline state={stateOfLine[condition]} {...(cause && { cause })} />
      )}
      {isAway && line.lamps > 0 ? <p>{t('notReporting', { number: number(line.lamps) })}</p> : null}
      {condition === 'unused' && scannedAt ? <p>{t('noGear', { at: dateTime(scannedAt) })}</p> : null}
    </div>
  )
}

/** Used share of the bus, and the time of a full round; hidden without bus power. */
function BusLoad({ line: { bus, lamps } }: { line: Line }) {
  const { t } = useTranslation('bus-lines')
  const { percent, duration } = useFormats()
  if (!bus?.powered || lamps === 0 || bus.load === null) return null
  return (
    <div className={linesStyles.lineLoad}>
      <Progress value={bus.load} aria-label={t('load')} />
      <b>{percent(bus.load)}</b>
      <small>
        {[t('load'), bus.roundS === null ? null : t('round', { time: duration(bus.roundS * 1000) })]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </div>
  )
}
