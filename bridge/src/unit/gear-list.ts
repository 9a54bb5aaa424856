import { addrOfGear, gearAt } from '@vigilux/contract/features/central-units/gear-address.rules.ts'
import { gearSerial } from '@vigilux/device-plane/central-units/dali/gear-serial.ts'
import type { GearIdentity } from '../line/gear.ts'
import type { Found } from '../line/scan.ts'
import type { StoredGear } from './bridge-state.ts'

/** The list of gear: decisions alone. */

export type ScannedState = 'known' | 'new' | 'missing' | 'duplicate'
export type ScannedGear = { address: number; serial: string | null; state: ScannedState }

export const addrOf = ({ line, short }: Pick<StoredGear, 'line' | 'short'>): number => addrOfGear(line, short)
export const placeAt = (addr: number): { line: number; short: number } => {
  const { line, shortAddress } = gearAt(addr)
  return { line, short: shortAddress }
}

export const isRecognisable = ({ gtin, identification }: GearIdentity): boolean =>
  gtin !== null && identification !== null

/** Gear without numbers is known by its random address, and without one by its place. */
const serialOf = (line: number, short: number, identity: GearIdentity, taken: ReadonlySet<string>): string => {
  const { gtin, identification, randomAddress } = identity
  if (gtin !== null && identification !== null) return gearSerial({ gtin, identification }, taken)
  const random = (randomAddress ?? 0xff_ff_00 + short).toString(16).toUpperCase().padStart(6, '0')
  return gearSerial({ line, randomAddress: random }, taken)
}

const isSame = (one: GearIdentity, other: GearIdentity): boolean =>
  isRecognisable(one)
    ? one.gtin === other.gtin && one.identification === other.identification
    : !isRecognisable(other) && one.randomAddress === other.randomAddress

/** Addresses of mains drivers, each with its emergency driver in the same luminaire. */
const pairsOf = (found: readonly Extract<Found, { kind: 'gear' }>[]): Map<number, number> => {
  const emergency = found.filter(({ identity }) => identity.types.includes(1) && isRecognisable(identity))
  return new Map(
    found.flatMap(({ short, identity }) => {
      const partner = identity.types.includes(1) ? undefined : emergency.find((one) => isSame(one.identity, identity))
      return partner ? [[short, partner.short] as const] : []
    }),
  )
}

export type ScanMerge = { gears: StoredGear[]; scanned: ScannedGear[] }

/**
 * The list after a scan of a line. Absent gear stays in it, unless the list begins from nothing; gear whose address
 * could not be read stays as it was.
 */
export const mergeScan = (
  stored: readonly StoredGear[],
  line: number,
  found: readonly Found[],
  fromNothing = false,
): ScanMerge => {
  const others = stored.filter((gear) => gear.line !== line)
  const before = stored.filter((gear) => gear.line === line)
  const present = found.filter((one) => one.kind === 'gear')
  const pairs = pairsOf(present)
  const here = placeFound({ line, others, before, pairs }, present)
  const absent = absentOf(before, here.gears, found, pairs, fromNothing)
  const duplicates = found.flatMap(({ short, kind }): ScannedGear[] =>
    kind === 'several' ? [{ address: short, serial: null, state: 'duplicate' }] : [],
  )
  const gears = [...others, ...here.gears, ...absent.gears].toSorted((one, other) => addrOf(one) - addrOf(other))
  const scanned = [...here.scanned, ...absent.scanned, ...duplicates]
  return { gears, scanned: scanned.toSorted((one, other) => one.address - other.address) }
}

type Placing = {
  line: number
  others: readonly StoredGear[]
  before: readonly StoredGear[]
  pairs: ReadonlyMap<number, number>
}
type FoundGear = Extract<Found, { kind: 'gear' }>

/** Answering gear, as lamps: a mains driver belongs to the lamp of its emergency driver. */
const placeFound = ({ line, others, before, pairs }: Placing, present: readonly FoundGear[]): ScanMerge => {
  const gears: StoredGear[] = []
  const scanned: ScannedGear[] = []
  for (const { short, identity } of present) {
    if (pairs.has(short)) continue
    const known = before.find((gear) => isSame(gear.identity, identity))
    const taken = new Set([...others, ...gears].map(({ serial }) => serial))
    const serial = known && !taken.has(known.serial) ? known.serial : serialOf(line, short, identity, taken)
    const pairedWith = [...pairs].find(([, emergency]) => emergency === short)?.[0] ?? null
    const name = known?.name ?? before.find((gear) => gear.short === short)?.name ?? null
    gears.push({ line, short, serial, identity, pairedWith, name })
    scanned.push({ address: short, serial, state: known ? 'known' : 'new' })
  }
  return { gears, scanned }
}

/** Gear of the list without an answer. Moved gear, or gear whose address another has now, is not absent. */
const absentOf = (
  before: readonly StoredGear[],
  here: readonly StoredGear[],
  found: readonly Found[],
  pairs: ReadonlyMap<number, number>,
  fromNothing: boolean,
): ScanMerge => {
  const kinds = new Map(found.map(({ short, kind }) => [short, kind]))
  const absent = before.filter(
    (gear) =>
      !pairs.has(gear.short) && !here.some(({ serial, short }) => serial === gear.serial || short === gear.short),
  )
  const isMissing = ({ short }: StoredGear) => kinds.get(short) === 'nobody'
  return {
    gears: absent.filter((gear) => !isMissing(gear) || !fromNothing),
    scanned: absent.flatMap((gear): ScannedGear[] =>
      isMissing(gear) ? [{ address: gear.short, serial: gear.serial, state: 'missing' }] : [],
    ),
  }
}
