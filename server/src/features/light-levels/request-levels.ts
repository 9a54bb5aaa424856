import type { PendingCommand } from '@vigilux/contract/features/commands/command.ts'
import { compactLevelSettings, type LevelSetting } from '@vigilux/contract/features/light-levels/light-level.rules.ts'
import type { notSentReasons } from '@vigilux/contract/features/light-levels/light-level.ts'
import type { Work } from '../../kernel/work.ts'
import { type CentralUnitRow, findEnabledFilter, findLinks, isConnected } from '../central-units/index.ts'
import { type CommandRequester, queueCommand } from '../commands/index.ts'
import { type LitLamp, listLitLamps } from './light-levels.store.ts'

/** Requested levels of a unit's lamps. */
export type UnitLevels = { unit: CentralUnitRow; settings: readonly LevelSetting[] }

/** Fade in seconds, and hold in seconds; null until another level is requested. */
type FadeOptions = { fadeS: number; holdS: number | null }

export type RequestedLevels = {
  commands: PendingCommand[]
  notAsked: { cu: string; reason: (typeof notSentReasons)[number] }[]
  lamps: { following: number; held: number; without: number }
}

/** Maximum entries per command. */
const maxEntries = 32

const isTargeted = ({ addr, groups }: LitLamp, { to }: LevelSetting): boolean => {
  if (to === 'all') return true
  return 'lamps' in to ? to.lamps.includes(addr) : to.groups.some((group) => groups.includes(group))
}

/**
 * Sends as few commands as possible, usually one. A unit unable to accept them at present is named and gets none: its
 * command would expire, or light a corridor at midnight.
 * @returns the commands, by unit; units not asked, and why; how many lamps follow, and how many take no levels
 */
export const requestLevels = async (
  context: { work: Work; caller: CommandRequester },
  request: { plantId: string; units: readonly UnitLevels[] },
  { fadeS, holdS }: FadeOptions,
): Promise<RequestedLevels> => {
  const { work } = context
  const { plantId, units } = request
  const rows = units.map(({ unit }) => unit)
  const links = await findLinks(
    work.tx,
    rows.map(({ unit }) => unit),
  )
  const isEnabled = await findEnabledFilter(work.tx, [plantId], work.now)
  const lampsOf =
    rows.length === 0
      ? new Map<string, LitLamp[]>()
      : await listLitLamps(
          work.tx,
          rows.map(({ id }) => id),
        )
  const reasonNot = (row: CentralUnitRow): RequestedLevels['notAsked'][number]['reason'] | undefined => {
    if (!row.acquired) return 'notAcquired'
    if (!isEnabled(row)) return 'notEnabled'
    if (!work.ports.devices.types[row.cuType]?.facts.commands.includes('setLevels')) return 'noLevels'
    return isConnected(row, links.get(row.unit)) ? undefined : 'away'
  }
  const found: RequestedLevels = { commands: [], notAsked: [], lamps: { following: 0, held: 0, without: 0 } }
  for (const { unit, settings } of units) {
    const notSentReason = reasonNot(unit)
    if (notSentReason) {
      found.notAsked.push({ cu: unit.unit, reason: notSentReason })
      continue
    }
    const targetLamps = (lampsOf.get(unit.id) ?? []).filter((lamp) =>
      settings.some((setting) => isTargeted(lamp, setting)),
    )
    const followingLamps = targetLamps.filter(({ follows }) => follows)
    const heldCount = followingLamps.filter((lamp) => lamp.held !== undefined).length
    found.lamps.following += followingLamps.length - heldCount
    found.lamps.held += heldCount
    found.lamps.without += targetLamps.length - followingLamps.length
    // A held lamp reaches the level once nothing holds it.
    if (followingLamps.length === 0) continue
    const entries = compactLevelSettings(settings)
    for (let from = 0; from < entries.length; from += maxEntries) {
      const levels = entries.slice(from, from + maxEntries)
      const command = { name: 'setLevels', levels, fadeS, holdS } as const
      found.commands.push(await queueCommand(context, { plantId, unit, command }))
    }
  }
  return found
}

/** Refuses if no unit was asked, with the most actionable reason. */
export const refuseWithout = (
  work: Work<'LIGHT_UNITS_AWAY' | 'UNIT_TYPE_NOT_ENABLED' | 'UNIT_NOT_ACQUIRED' | 'NO_LAMP_FOLLOWS'>,
  { commands, notAsked }: RequestedLevels,
): void => {
  if (commands.length > 0) return
  const units = notAsked.filter(({ reason: notSentReason }) => notSentReason === 'away').map(({ cu }) => cu)
  if (units.length > 0) work.fail('LIGHT_UNITS_AWAY', { units })
  if (notAsked.some(({ reason: notSentReason }) => notSentReason === 'notEnabled')) work.fail('UNIT_TYPE_NOT_ENABLED')
  if (notAsked.some(({ reason: notSentReason }) => notSentReason === 'notAcquired')) work.fail('UNIT_NOT_ACQUIRED')
  work.fail('NO_LAMP_FOLLOWS')
}
