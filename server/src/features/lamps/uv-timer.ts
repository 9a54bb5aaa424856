import { addrAt } from '@vigilux/contract/features/groups/group.rules.ts'
import { lightsUvTube } from '@vigilux/contract/features/lamps/lamp-params.rules.ts'
import type { UnitCommand } from '@vigilux/device-plane/commands.ts'
import { findUnit } from '../central-units/index.ts'
import type { CommandListener, CommandListeners } from '../commands/index.ts'
import { broadcastLamps } from './broadcast-lamps.ts'
import { beginUvTimers, type ParamsWritten } from './uv-timer.store.ts'

/** The parameters written by a command, and the lamps. */
const paramsWrittenBy = (command: UnitCommand): ParamsWritten | undefined => {
  if (command.name === 'setParam') return { params: command.params, addrs: [command.lamp] }
  if (command.name !== 'setMultiParam') return undefined
  const { page, indexes, params } = command
  return { params, addrs: indexes.map((index) => addrAt(page, index)) }
}

/** A lamp whose UV tube was lit, or got another time while on, counts from the unit's answer. */
const onParamsWritten: CommandListener = async (row, work) => {
  const writtenParams = paramsWrittenBy(row.command)
  const isOfTimer =
    writtenParams && (lightsUvTube(writtenParams.params) || writtenParams.params.uvOxyTimer !== undefined)
  if (row.state !== 'done' || !isOfTimer || writtenParams.params.uvOxyOnOff === false) return
  const unit = await findUnit(work.tx, row.plantId, { topic: row.unit })
  if (!unit) return
  const places = await beginUvTimers(work.tx, unit.id, writtenParams, work.now)
  await broadcastLamps(places, new Set(), { work, units: new Map([[unit.unit, unit]]) })
}

export const lampCommandListeners = {
  setParam: onParamsWritten,
  setMultiParam: onParamsWritten,
} satisfies CommandListeners
