import { IconCheck } from '@tabler/icons-react'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { type FaultCode, isBatteryFault } from '@vigilux/contract/features/maintenance-rounds/fault-proof.rules.ts'
import type { RoundItem } from '@vigilux/contract/features/maintenance-rounds/round.ts'
import { roundLimits } from '@vigilux/contract/features/maintenance-rounds/round-limits.ts'
import { useRef } from 'react'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useNow } from '../../shared/format/RelativeTime.tsx'
import { Cause } from '../../shared/layout/Cause.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { serverNow } from '../../shared/plant/server-clock.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'
import { itemText, nameOf, signOf, useRoundTexts } from './round-texts.ts'

const refresh = ['getLampRepairs', 'getRound', 'getRounds', 'getOpenFaults'] as const

/** A lamp's repairs until their proof, and its battery faults on which nothing was done yet. */
function useRepairs({ cu: topic, id, errors }: Lamp): { items: readonly RoundItem[]; unrepaired: FaultCode[] } {
  const { plantId } = useCurrentPlant()
  const { items } = useAnswer('getLampRepairs', { plantId, topic, lamp: id })
  const repaired = new Set(items.filter(({ state }) => state === 'done').map(({ error }) => error))
  const codes = new Set<FaultCode>([...errors, ...items.map(({ error }) => error)])
  return { items, unrepaired: [...codes].filter((code) => isBatteryFault(code) && !repaired.has(code)) }
}

type BatteryProps = { lamp: Lamp; variant: 'default' | 'filled' }

/** Records a new battery for all battery faults of a lamp, planned in a round or not; hidden without such a fault. */
export function BatteryReplaced({ lamp, variant }: BatteryProps) {
  const texts = useRoundTexts()
  const { plantId } = useCurrentPlant()
  const blockedReason = useWhyNotAllowed()
  const { items, unrepaired } = useRepairs(lamp)
  // A retry after a missing answer uses the same idempotency key.
  const key = useRef(crypto.randomUUID())
  const record = useActionMutation('recordRepair', {
    refresh,
    onSuccess: () => {
      key.current = crypto.randomUUID()
    },
  })
  const { cu: topic, id, serial } = lamp
  const name = nameOf({ of: 'lamp', lamp: id, serial, topic }, texts)
  const title = [name, lamp.description || lamp.location].filter(Boolean).join(' · ').slice(0, roundLimits.title)
  const faults = unrepaired.map((error) => ({ topic, lamp: id, error }))
  return (
    <>
      {faults.length > 0 ? (
        <ReasonButton
          variant={variant}
          blockedReason={blockedReason}
          loading={record.isPending}
          leftSection={<IconCheck size={16} aria-hidden />}
          onClick={() => record.mutate({ plantId, title, faults, kind: 'batteryReplaced', workId: key.current })}
        >
          {texts.t('work.batteryReplaced')}
        </ReasonButton>
      ) : null}
      <FormFailure error={record.error} />
      <UndoRepair items={items.filter(({ work }) => work?.undoUntil)} />
    </>
  )
}

/** Undoes repairs entered by mistake, for some seconds. */
function UndoRepair({ items }: { items: readonly RoundItem[] }) {
  const { t } = useRoundTexts()
  const { plantId } = useCurrentPlant()
  const blockedReason = useWhyNotAllowed()
  const now = serverNow(useNow(500))
  const undo = useActionMutation('undoRoundItem', { refresh })
  const undoable = items.filter(({ work }) => work?.undoUntil && Date.parse(work.undoUntil) > now)
  return (
    <>
      {undoable.length > 0 ? (
        <ReasonButton
          variant="default"
          blockedReason={blockedReason}
          loading={undo.isPending}
          onClick={() => {
            for (const { id } of undoable) undo.mutate({ plantId, itemId: id })
          }}
        >
          {t('undo')}
        </ReasonButton>
      ) : null}
      <FormFailure error={undo.error} />
    </>
  )
}

/** Finished work on a lamp, and what its proof waits for; one line for faults with the same answer. */
export function LampRepairs({ lamp }: { lamp: Lamp }) {
  const texts = useRoundTexts()
  const finished = useRepairs(lamp).items.flatMap((item) =>
    item.state === 'done' && item.work ? [{ item, kind: item.work.kind, text: itemText(item, texts) }] : [],
  )
  const lines = new Map(finished.map((line) => [`${line.kind} ${line.text}`, line]))
  return [...lines].map(([key, { item, kind, text }]) => (
    <Cause key={key} state={signOf(item)} title={texts.t(`work.${kind}`)}>
      <p role="status">{text}</p>
    </Cause>
  ))
}
