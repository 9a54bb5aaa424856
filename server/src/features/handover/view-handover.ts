import { createHash } from 'node:crypto'
import {
  findDefects,
  findMissingItems,
  fullTestResult,
  judgeHandover,
  signedContent,
} from '@vigilux/contract/features/handover/handover.rules.ts'
import {
  type Handover,
  type HandoverDraft,
  type HandoverLine,
  handoverLimits,
  handoverSides,
  type Installed,
  type InstalledLamp,
} from '@vigilux/contract/features/handover/handover.ts'
import type { Tx } from '../../kernel/transaction.ts'
import {
  findHandover,
  type HandoverHead,
  type HandoverRow,
  listSignatures,
  readDraft,
  type SignatureRow,
} from './handover.store.ts'
import { readInstalled } from './installed.store.ts'

export const toLine = (row: HandoverHead, signatures: readonly SignatureRow[]): HandoverLine => {
  const { id, no, kind, begunAt, begunByName } = row
  const ownSignatures = signatures.filter(({ handoverId }) => handoverId === id)
  return {
    id,
    no,
    kind,
    begunAt: begunAt.toISOString(),
    begunBy: begunByName,
    state: ownSignatures.length === 0 ? 'open' : ownSignatures.length < handoverSides.length ? 'halfSigned' : 'signed',
    signatures: ownSignatures.map(({ side, name, at }) => ({ side, name, at: at.toISOString() })),
  }
}

const toNamedLamps = (lamps: readonly InstalledLamp[]) => ({
  count: lamps.length,
  lamps: lamps.slice(0, handoverLimits.named),
})

const ratedOf = (lamps: readonly InstalledLamp[]): Handover['rated'] =>
  [...Map.groupBy(lamps, ({ ratedMin }) => ratedMin)]
    .map(([minutes, sameRating]) => ({ minutes, count: sameRating.length }))
    .toSorted((a, b) => (a.minutes ?? 0) - (b.minutes ?? 0))

const figuresOf = ({ units, lamps }: Installed) => {
  const byTest = Map.groupBy(lamps, fullTestResult)
  const byUnit = Map.groupBy(lamps, ({ cu }) => cu)
  return {
    units: units.map((unit) => {
      const lampsByResult = Map.groupBy(byUnit.get(unit.cu) ?? [], fullTestResult)
      const count = (test: ReturnType<typeof fullTestResult>) => lampsByResult.get(test)?.length ?? 0
      const counts = { passed: count('passed'), failed: count('failed'), untested: count('untested') }
      return { ...unit, emergency: counts.passed + counts.failed + counts.untested, ...counts }
    }),
    rated: ratedOf(lamps),
    lamps: lamps.length,
    passed: byTest.get('passed')?.length ?? 0,
    failed: toNamedLamps(byTest.get('failed') ?? []),
    untested: toNamedLamps(byTest.get('untested') ?? []),
  }
}

/** A verification with all its data. */
export type FullHandover = {
  row: HandoverRow
  signatures: SignatureRow[]
  draft: HandoverDraft
  /** The installation at the first signature; before then, the present one. */
  installed: Installed
  digest: string
}

export const readFullHandover = async (tx: Tx, row: HandoverRow): Promise<FullHandover> => {
  const draft = await readDraft(tx, row)
  const installed = row.installed ?? (await readInstalled(tx, row.plantId))
  const { id, no, kind } = row
  const digest = createHash('sha256').update(signedContent({ id, no, kind, installed, draft })).digest('hex')
  return { row, signatures: await listSignatures(tx, [id]), draft, installed, digest }
}

export const toHandover = ({ row, signatures, draft, installed, digest }: FullHandover): Handover => {
  const content = { kind: row.kind, installed, draft }
  return {
    ...toLine(row, signatures),
    version: row.version,
    draft,
    digest,
    ...figuresOf(installed),
    verdict: judgeHandover(content),
    missing: findMissingItems(content),
    defects: findDefects(content),
  }
}

/** A verification for reading, with every installed emergency lamp; undefined if there is none. */
export const readHandover = async (
  tx: Tx,
  plantId: string,
  id: string,
): Promise<{ handover: Handover; lamps: InstalledLamp[] } | undefined> => {
  const row = await findHandover(tx, plantId, id)
  if (!row) return undefined
  const fullHandover = await readFullHandover(tx, row)
  return { handover: toHandover(fullHandover), lamps: fullHandover.installed.lamps }
}
