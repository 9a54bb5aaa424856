import type { PriceSettings } from '@vigilux/contract/features/bill-of-materials/bill.ts'
import { productLineOf } from '@vigilux/contract/features/catalogue/catalogue.rules.ts'
import type { Product, ProductLine } from '@vigilux/contract/features/catalogue/product.ts'
import {
  comesUncharged,
  proofOf,
  testOfProof,
} from '@vigilux/contract/features/maintenance-rounds/fault-proof.rules.ts'
import { partOfFault } from '@vigilux/contract/features/maintenance-rounds/round.rules.ts'
import type { OpenFault, Round, RoundItem } from '@vigilux/contract/features/maintenance-rounds/round.ts'
import { undoSeconds } from '@vigilux/contract/features/maintenance-rounds/round-limits.ts'
import type { PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { findPriceSettings, seesPrices } from '../bill-of-materials/index.ts'
import { readCatalogue } from '../catalogue/index.ts'
import { findChargeHours } from '../emergency-tests/index.ts'
import type { RoundWithCounts } from './maintenance-rounds.store.ts'
import type { FaultRow } from './open-faults.store.ts'
import { type ItemFilter, readItems, type ShownItem } from './shown-items.store.ts'

type Products = ReadonlyMap<string, Product>

const iso = (at: Date | string): string => new Date(at).toISOString()
const isoOrNull = (at: Date | string | null): string | null => (at === null ? null : iso(at))

const partLine = (fault: Parameters<typeof partOfFault>[0], products: Products): ProductLine | null => {
  const part = products.get(partOfFault(fault, products) ?? '')
  return part ? productLineOf(part) : null
}

const faultyOf = (row: FaultRow | ShownItem, products: Products) => {
  const deviceKind = row.serial === '' ? ('unit' as const) : ('lamp' as const)
  const { topic, error, building, floor, room, product_code: productCode } = row
  const failed = row.open_kind && { kind: row.open_kind, reason: row.open_reason }
  return {
    topic,
    of: deviceKind,
    error,
    lamp: row.addr,
    serial: row.serial || null,
    building,
    floor,
    room,
    description: row.description ?? '',
    location: row.location ?? '',
    part: partLine({ of: deviceKind, error, productCode, failed }, products),
    failedTest:
      row.open_at === null
        ? null
        : {
            at: iso(row.open_at),
            reason: row.open_reason,
            measured_s: row.open_s,
            rated_min: row.open_rated_min,
          },
  }
}

export const toOpenFault = (row: FaultRow, products: Products): OpenFault => {
  const faulty = faultyOf(row, products)
  const proof = row.proof ?? proofOf({ ...faulty, isEmergency: row.is_emergency })
  return { ...faulty, proof, left: row.not_now, unproven: !row.reported }
}

const workOf = (row: ShownItem): RoundItem['work'] =>
  row.work === null || row.work_at === null || row.said_at === null
    ? null
    : {
        kind: row.work,
        at: iso(row.work_at),
        by: row.work_by_name ?? '',
        note: row.work_note,
        photos: row.photos,
        entry: row.work_entry,
        undoUntil: row.is_kept ? null : iso(new Date(new Date(row.said_at).getTime() + undoSeconds * 1_000)),
      }

const hourMs = 3_600_000
/** A charge whose end moves by more than this has restarted. */
const restartToleranceMs = 60_000

/** When the battery will be charged, and since when in case the charge restarted. */
const chargeOf = (row: ShownItem, first: number | null, hours: number) => {
  const platformChargedAt = row.charged_at === null ? null : new Date(row.charged_at).getTime()
  // Before the platform's first check, a new battery counts as uninterrupted.
  const isUnseen = row.held_state === null || (row.held_state === 'waiting' && row.held_reason === null)
  const chargedAt = platformChargedAt ?? (isUnseen ? first : null)
  const isRestarted = platformChargedAt !== null && first !== null && platformChargedAt > first + restartToleranceMs
  return {
    chargedAt: chargedAt === null ? null : new Date(chargedAt).toISOString(),
    chargedFrom: isRestarted ? new Date(platformChargedAt - hours * hourMs).toISOString() : null,
  }
}

const reTestOf = (row: ShownItem, hours: number): RoundItem['reTest'] => {
  const kind = testOfProof(row.proof)
  if (row.state !== 'done' || kind === null || row.work === null || row.work_at === null) return null
  const isFitted = comesUncharged(row.work)
  const first = isFitted ? new Date(row.work_at).getTime() + hours * hourMs : null
  const isRunning = row.test_state === 'requested' || row.test_state === 'running'
  return {
    kind,
    chargeHours: isFitted || kind === 'autonomy' ? hours : 0,
    ...chargeOf(row, first, hours),
    reason: row.held_state === 'waiting' ? row.held_reason : null,
    testId: isRunning ? row.test_id : null,
  }
}

const toRoundItem = (row: ShownItem, products: Products, hours: number): RoundItem => ({
  id: row.id,
  ...faultyOf(row, products),
  proof: row.proof,
  state: row.state,
  notNow:
    row.not_now === null || row.not_now_at === null
      ? null
      : { reason: row.not_now, by: row.not_now_by ?? '', at: iso(row.not_now_at) },
  work: workOf(row),
  reTest: reTestOf(row, hours),
  failed:
    row.failed_test_id === null || row.failed_at === null
      ? null
      : {
          testId: row.failed_test_id,
          at: iso(row.failed_at),
          measured_s: row.failed_s,
          rated_min: row.failed_rated_min,
        },
  passedButReported: row.state === 'done' ? isoOrNull(row.own_result_at) : null,
  closed:
    row.closed_at === null || row.closed_by === null
      ? null
      : { at: iso(row.closed_at), by: row.closed_by, testId: row.closed_test_id, entry: row.closed_entry },
  lacksWork: row.state === 'closed' && row.proof === 'report' && row.work === null,
})

/** Items for display. */
export const viewItems = async (tx: Tx, plantId: string, itemFilter: ItemFilter): Promise<RoundItem[]> => {
  const { products } = await readCatalogue(tx)
  const hours = await findChargeHours(tx, plantId)
  return (await readItems(tx, itemFilter)).map((row) => toRoundItem(row, products, hours))
}

const toRound = ({ row, ...counts }: RoundWithCounts, role: PlantRole, settings: PriceSettings): Round => ({
  id: row.id,
  title: row.title,
  state: row.endedAt === null ? 'open' : 'ended',
  plannedFor: row.plannedFor,
  assignee: row.assignee === null ? null : { userid: row.assignee, name: row.assigneeName ?? '' },
  createdBy: row.createdBy,
  createdAt: iso(row.createdAt),
  endedBy: row.endedBy,
  endedAt: isoOrNull(row.endedAt),
  minutes: row.minutes,
  cents: seesPrices(role, settings) ? row.cents : null,
  currency: settings.currency,
  ...counts,
})

/** Rounds as seen by a role: costs only for roles with access to prices. */
export const viewRounds = async (
  tx: Tx,
  plantId: string,
  role: PlantRole,
  rounds: readonly RoundWithCounts[],
): Promise<Round[]> => {
  const settings = await findPriceSettings(tx, plantId)
  return rounds.map((one) => toRound(one, role, settings))
}
