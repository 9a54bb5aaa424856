import { createHash } from 'node:crypto'
import { genesisInput, type SealedEntry, sealInput } from '@vigilux/contract/features/logbook/chain.rules.ts'
import { z } from 'zod'
import { ArchiveError } from './archive-manifest.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const text = z.string().nullable()
const number = z.number().nullable()
/** A row of the logbook in an archive, as far as it is sealed. */
const entryRow = z.object({
  no: z.int(),
  id: z.string(),
  kind: z.string(),
  at: z.string(),
  recorded_at: z.string(),
  unit: text,
  lamp: number,
  lamp_serial: text,
  test_id: text,
  corrects: number,
  about: number,
  by: text,
  facts: z.unknown(),
  text: z.string(),
  clock_wrong: z.boolean(),
  hash: z.string(),
})

const isoOf = (at: string): string => new Date(at).toISOString()

const toSealed = (row: z.infer<typeof entryRow>): SealedEntry => ({
  no: row.no,
  id: row.id,
  kind: row.kind,
  at: isoOf(row.at),
  recordedAt: isoOf(row.recorded_at),
  unit: row.unit,
  lamp: row.lamp,
  lampSerial: row.lamp_serial,
  testId: row.test_id,
  corrects: row.corrects,
  about: row.about,
  by: row.by,
  facts: row.facts,
  text: row.text,
  clockWrong: row.clock_wrong,
})

/** Follows the chain of a logbook, entry by entry. */
export const createChainCheck = (plantId: string) => {
  let head = { no: 0, hash: sha256(genesisInput(plantId)) }
  return {
    /** Refuses an entry whose seal does not continue the chain. */
    follow(line: string): void {
      const { data: row } = entryRow.safeParse(JSON.parse(line))
      if (!row || row.no <= head.no || sha256(sealInput(head.hash, toSealed(row))) !== row.hash)
        throw new ArchiveError(
          `The logbook does not fit: entry ${row?.no ?? `after ${head.no}`} does not continue the chain of seals`,
        )
      head = { no: row.no, hash: row.hash }
    },
    head: () => head,
  }
}
