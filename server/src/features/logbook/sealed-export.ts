import { createHash } from 'node:crypto'
import { canonicalJson, genesisInput, signedText } from '@vigilux/contract/features/logbook/chain.rules.ts'
import type { ExportHeader } from '@vigilux/contract/features/logbook/sealed-export.ts'
import type { User } from '../../kernel/caller.ts'
import { type Fail, failWith } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { InTransaction } from '../../kernel/work.ts'
import type { Ports } from '../../ports/ports.ts'
import { findHistoryStart, findPlantOrDeleted } from '../plants/index.ts'
import { findEntryRow, personNamesOf, personsIn } from './entries.store.ts'
import { daysOf, exportNameOf } from './export-link.ts'
import { toSealed } from './logbook.store.ts'
import { findExportSpan, findSealBefore, readSealed } from './sealed-entries.store.ts'
import { readSigningKey } from './signing-key.ts'
import { createHeadStamper, type StampHead } from './time-stamps.ts'

const fail: Fail<'FILE_LINK_INVALID' | 'PLANT_NOT_FOUND'> = failWith()

const entriesPerRead = 1_000

type Parts = {
  db: Tx
  inTransaction: InTransaction
  ports: Pick<Ports, 'clock' | 'keyCipher' | 'fileLinks' | 'timeStamps'>
  /** Null for a caller who is no member: for them the plant does not exist. */
  findRole(tx: Tx, caller: User, plantId: string, now: Date): Promise<string | null>
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The header of the file, its entries with their seals, and the signing key. */
const headerOf = async (tx: Tx, { clock, keyCipher }: Parts['ports'], plantId: string, detail: string) => {
  const now = clock.now()
  const plant = await findPlantOrDeleted(tx, plantId)
  const { plantname: name, timezone } = plant
  const since = plant.removedAt ? null : await findHistoryStart(tx, plantId, now)
  const span = await findExportSpan(tx, { plantId, zone: timezone, since, ...daysOf(detail) })
  const seal = span ? await findSealBefore(tx, plantId, span.from) : undefined
  const last = span ? await findEntryRow(tx, plantId, span.to) : undefined
  const before = seal ?? sha256(genesisInput(plantId))
  const key = await readSigningKey({ tx, keyCipher, now })
  const header: ExportHeader = {
    format: 'vigilux-logbook-2',
    plant: { id: plantId, name, timezone },
    from: span?.from ?? 0,
    to: span?.to ?? 0,
    before,
    head: last?.hash ?? before,
    exportedAt: now.toISOString(),
    key: { id: key.id, algorithm: 'Ed25519', publicKey: key.publicKey },
    timeStamp: null,
  }
  return { plant, header, sign: key.sign }
}

/**
 * The header of a file with its time stamp. A slow authority delays only this file, without holding a turn or a
 * connection.
 */
const withTimeStamp = async (header: ExportHeader, stampHead: StampHead): Promise<ExportHeader> => {
  const stamp = header.to > 0 ? await stampHead(header.plant.id, header.head) : null
  return { ...header, timeStamp: stamp && { token: stamp.token } }
}

/**
 * The lines of the file, with some entries in memory at a time: sealed entries never change, so they need not be read
 * in one transaction. Names come last, because they are not sealed.
 */
async function* linesOf(
  db: Tx,
  stampHead: StampHead,
  { header: read, sign }: Awaited<ReturnType<typeof headerOf>>,
): AsyncGenerator<string> {
  const header = await withTimeStamp(read, stampHead)
  yield `${canonicalJson(header)}\n`
  const personRefs = new Set<string>()
  const readNext = (from: number) => readSealed(db, header.plant.id, from, header.to, entriesPerRead)
  for (
    let rows = await readNext(header.from);
    rows.length > 0;
    rows = await readNext((rows.at(-1)?.no ?? header.to) + 1)
  ) {
    for (const ref of personsIn(rows)) personRefs.add(ref)
    yield rows.map((row) => `${canonicalJson({ entry: toSealed(row), hash: row.hash })}\n`).join('')
  }
  const names = Object.fromEntries(await personNamesOf(db, [...personRefs]))
  yield `${canonicalJson({ persons: names })}\n`
  yield `${canonicalJson({ signature: sign(signedText(header, names)) })}\n`
}

/** The export of a link, for the session of the link and a person who still has access to the plant. */
export const createExportFinder = ({ db, inTransaction, ports, findRole }: Parts) => {
  const stampHead = createHeadStamper({ db, inTransaction, ports })
  return async (caller: User, token: string) => {
    const grant = ports.fileLinks.readMade(token, caller.sessionId)
    if (grant?.kind !== 'logbook') return fail('FILE_LINK_INVALID')
    if (!(await findRole(db, caller, grant.plantId, ports.clock.now()))) return fail('PLANT_NOT_FOUND')
    const header = await inTransaction(({ tx }) => headerOf(tx, ports, grant.plantId, grant.detail))
    return {
      name: exportNameOf(header.plant, ports.clock.now()),
      type: 'application/jsonl',
      lines: linesOf(db, stampHead, header),
    }
  }
}
