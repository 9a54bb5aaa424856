import { Button, Select } from '@mantine/core'
import type { CentralUnit, UnitTypeFacts } from '@vigilux/contract/features/central-units/central-unit.ts'
import { lampSerialLengths } from '@vigilux/contract/features/configuration/lamp-serial.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf } from '../../shared/api/api-failure.ts'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useAnswerIf } from '../../shared/api/use-answer.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useLiveStatus } from '../../shared/realtime/realtime.ts'
import { useWhyNotBusy, useWhyNotCommand } from '../central-units/index.ts'
import { OperationProgress, useOperations } from '../operations/index.ts'
import * as styles from './configuration.module.css'
import { ScanRow } from './ScanRow.tsx'
import type { SavedScans } from './saved-scans.ts'
import { type JudgedScan, judgeScans, listLampsToAdd, listSerials } from './scan-list.ts'

type Unit = { unit: CentralUnit; topic: string }

type ListProps = {
  savedScans: [SavedScans, (change: Partial<SavedScans>) => void]
  lamps: readonly Lamp[]
  types: readonly UnitTypeFacts[]
  units: readonly Unit[]
}

const unknownType = { lampSerialDigits: [...lampSerialLengths], maxLamps: 9_999 }

/** The list of scans, newest first, each with its verdict; and the unit for the good ones. */
export function ScannedLamps({ savedScans: [state, saveScans], lamps, types, units }: ListProps) {
  const { t } = useTranslation('configuration')
  const { scans } = state
  const chosen = units.find(({ topic }) => topic === state.topic) ?? (units.length === 1 ? units[0] : undefined)
  const judgedScans = useJudged({ scans, lamps, types, chosen })
  const [sentOperationId, setSentOperationId] = useState<string>()
  const change = (at: number, part: Partial<JudgedScan> | null) =>
    saveScans({
      isWaiting: false,
      scans: scans.flatMap((scan, n) =>
        n !== at ? [scan] : part === null ? [] : [{ content: scan.content, position: part.position ?? scan.position }],
      ),
    })
  const removeSent = (operationId: string, serials: ReadonlySet<string>) => {
    setSentOperationId(operationId)
    saveScans({
      isWaiting: false,
      scans: scans.filter((_, n) => !serials.has(judgedScans[n]?.serial ?? '')),
    })
  }
  return (
    <Card title={t('scan.list')} aside={t('scan.count', { count: scans.length })}>
      <div className={styles.scanBody}>
        <Select
          label={t('scan.unit')}
          placeholder={t('scan.chooseUnit')}
          data={units.map(({ unit, topic }) => ({
            value: topic,
            label: [unit.cu_id, unit.description].filter(Boolean).join(' · '),
          }))}
          value={chosen?.topic ?? null}
          allowDeselect={false}
          onChange={(topic) => saveScans({ topic, isWaiting: false })}
        />
        {scans.length === 0 ? <p className="vx-quiet">{t('scan.none')}</p> : null}
        <ol className={styles.scanList} aria-label={t('scan.list')}>
          {judgedScans
            .map((scan, at) => (
              <ScanRow
                key={scan.content}
                scan={scan}
                hasUnit={chosen !== undefined}
                digits={factsOf(types, chosen).lampSerialDigits}
                onPosition={(position) => change(at, { position })}
                onRemove={() => change(at, null)}
              />
            ))
            .reverse()}
        </ol>
        {sentOperationId ? <SentOperation operationId={sentOperationId} /> : null}
        <AddButton state={state} keep={saveScans} judged={judgedScans} chosen={chosen} onAdded={removeSent} />
      </div>
    </Card>
  )
}

const factsOf = (types: readonly UnitTypeFacts[], chosen: Unit | undefined) =>
  types.find(({ cu_type }) => cu_type === chosen?.unit.cu_type) ?? unknownType

/** Judges each scan by the browser's data and by the server's answer about lamps of other units. */
function useJudged({
  scans,
  lamps,
  types,
  chosen,
}: Pick<ListProps, 'lamps' | 'types'> & { scans: SavedScans['scans']; chosen: Unit | undefined }) {
  const { plantId } = useCurrentPlant()
  const blockedReason = useWhyNotCommand('lasting')(chosen?.unit)
  const serials = listSerials(scans)
  const knownLamps = useAnswerIf(
    serials.length > 0 && blockedReason === undefined,
    'checkQrLamps',
    { plantId, serials },
    { placeholderData: (before) => before },
  )
  const topic = chosen?.topic ?? ''
  const listedLamps = lamps.filter(({ cu }) => cu === topic).map(({ id, serial }) => ({ addr: id, serial }))
  return judgeScans(scans, {
    unit: { topic, lamps: listedLamps, facts: factsOf(types, chosen) },
    known: knownLamps?.lamps ?? [],
  })
}

/** Progress of the unit's operation; the list above is free for more scans. */
function SentOperation({ operationId }: { operationId: string }) {
  const { plantId } = useCurrentPlant()
  const operation = useOperations(plantId).find(({ id }) => id === operationId)
  return operation ? <OperationProgress operation={operation} /> : null
}

type AddProps = {
  state: SavedScans
  keep: (change: Partial<SavedScans>) => void
  judged: readonly JudgedScan[]
  chosen: Unit | undefined
  onAdded: (operationId: string, serials: ReadonlySet<string>) => void
}

/** Sends the good scans. Offline they are stored and sent once there is a network. */
function AddButton({ state, keep, judged, chosen, onAdded }: AddProps) {
  const { t } = useTranslation('configuration')
  const { plantId } = useCurrentPlant()
  const isLive = useLiveStatus()?.state === 'connected'
  const add = useActionMutation('updateCentQrLamps', { refresh: ['getOperations'] })
  const unitBlockedReason = useWhyNotCommand()(chosen?.unit)
  const busy = useWhyNotBusy(chosen?.topic ?? '')
  const lamps = listLampsToAdd(judged)
  const notChosenText = chosen ? undefined : t('scan.chooseUnit')
  const nothingToSend = lamps.length === 0 ? t('scan.nothingGood') : undefined
  const reason = notChosenText ?? nothingToSend ?? (isLive ? (unitBlockedReason ?? busy) : undefined)
  const send = async () => {
    if (!chosen) return
    if (!isLive) return keep({ topic: chosen.topic, isWaiting: true })
    try {
      const { operation } = await add.mutateAsync({ plantId, topic: chosen.topic, lamps })
      onAdded(operation.id, new Set(lamps.map(({ serial }) => serial)))
    } catch (error) {
      // The outcome is unknown: on a repeat, lamps already in the unit are not among the good ones.
      keep({ isWaiting: ['network_error', 'realtime_no_answer'].includes(failureOf(error).code) })
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: sent once the line is back, not whenever something else changes
  useEffect(() => {
    if (state.isWaiting && isLive && reason === undefined && !add.isPending) void send()
  }, [state.isWaiting, isLive, reason])
  return (
    <div className={layoutStyles.actions}>
      <ReasonButton blockedReason={reason} loading={add.isPending} onClick={() => void send()}>
        {chosen ? t('scan.add', { count: lamps.length, serial: chosen.unit.cu_id }) : t('scan.addNowhere')}
      </ReasonButton>
      {state.scans.length > 0 ? (
        <Button variant="subtle" color="gray" onClick={() => keep({ scans: [], isWaiting: false })}>
          {t('scan.empty')}
        </Button>
      ) : null}
      {state.isWaiting ? <p role="status">{t('scan.waiting', { count: lamps.length })}</p> : null}
      <FormFailure error={add.error} />
    </div>
  )
}
