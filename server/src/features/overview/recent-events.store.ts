import { actions } from '@vigilux/contract/actions.ts'
import { commandReceipt } from '@vigilux/contract/features/commands/command.ts'
import { unitEntryKinds } from '@vigilux/contract/features/logbook/unit-entry.ts'
import { type RecentEvent, recentEvent, recentEventLimits } from '@vigilux/contract/features/overview/recent-event.ts'
import { type SQL, sql } from 'drizzle-orm'
import { auditTable } from '../../kernel/audit.schema.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable, unitLinkTable } from '../../tables/central-units.schema.ts'
import { unitCommandTable } from '../commands/commands.schema.ts'
import { testRunTable } from '../emergency-tests/emergency-tests.schema.ts'
import { logbookEntryTable, logbookPersonTable, unitRecordTable } from '../logbook/logbook.schema.ts'

/** Newest rows read per source; enough to fill the list in all but the rarest cases. */
const maxPerSource = recentEventLimits.events * 5

/** Requests to a unit are listed as commands, and tests as tests; as changes they would appear twice. */
const actionsListedElsewhere = Object.entries(actions)
  .filter(([name, { output }]) => (output as unknown) === commandReceipt || name === 'ftest' || name === 'stopTest')
  .map(([name]) => name)

const newestFirst = (at: SQL): SQL => sql`order by ${at} desc limit ${maxPerSource}`

/** Each source uses its own index, newest first, so the cost does not grow with the history. */
const sourcesOf = (plantId: string, since: Date | null, withChanges: boolean): SQL[] => {
  const from = (since ?? new Date(0)).toISOString()
  const [test, record, command, entry, audit] = [
    testRunTable,
    unitRecordTable,
    unitCommandTable,
    logbookEntryTable,
    auditTable,
  ]
  const sources = [
    sql`select ended_at as at, unit as cu, requested_by_name as by,
        jsonb_build_object('kind', 'test', 'test_id', id, 'test', kind, 'state', state) as body
      from ${test} where plant_id = ${plantId} and ended_at is not null and ended_at >= ${from}
      ${newestFirst(sql`ended_at`)}`,
    sql`select at, unit, null, event
      from ${record} where plant_id = ${plantId} and event is not null and at >= ${from}
      ${newestFirst(sql`at`)}`,
    sql`select requested_at, unit, requested_by_name,
        jsonb_build_object('kind', 'command', 'command', name, 'state', state)
      from ${command}
      where plant_id = ${plantId} and requested_by is not null and operation_id is null and requested_at >= ${from}
      ${newestFirst(sql`requested_at`)}`,
    sql`select link.since, link.unit, null, jsonb_build_object('kind', 'connection', 'connected', link.online)
      from ${centralUnitTable} as own
        join ${unitLinkTable} as link on link.unit = own.unit and link.life = coalesce(own.life, link.life)
      where own.plant_id = ${plantId} and own.removed_at is null and own.acquired and link.since >= ${from}
      ${newestFirst(sql`link.since`)}`,
    // Kind by kind: an absent kind would be sought in the plant's whole logbook.
    sql`select entry.at, entry.unit, person.name, jsonb_build_object('kind', 'entry', 'entry', entry.kind)
      from unnest(${sql.param([...unitEntryKinds])}::text[]) as wanted (kind)
        cross join lateral (
          select * from ${entry} where plant_id = ${plantId} and kind = wanted.kind and at >= ${from}
          order by no desc limit ${maxPerSource}) as entry
        left join ${logbookPersonTable} as person on person.ref = entry.by
      ${newestFirst(sql`entry.at`)}`,
  ]
  // Filter only the newest lines: after a thousand refusals in a row, older changes are not searched.
  const changes = sql`select at, null, user_name,
      jsonb_build_object('kind', 'change', 'action', action, 'thing', things -> 0,
        'moreThings', more_things + greatest(coalesce(jsonb_array_length(things), 0) - 1, 0))
    from (
      select * from ${audit} where plant_id = ${plantId} and at >= ${from} ${newestFirst(sql`at`)}
    ) as line
    where result = 'ok' and not action = any (${sql.param(actionsListedElsewhere)}::text[])`
  return withChanges ? [...sources, changes] : sources
}

type Row = { at: Date | string; cu: string | null; by: string | null; body: { kind: string; lamp?: number } }

/** Sources use the format of events, except records, which use the unit's format. */
const eventBody = ({ body }: Row): object => {
  if (body.kind === 'mainsFailed' || body.kind === 'mainsRestored')
    return { kind: 'mains', failed: body.kind === 'mainsFailed' }
  if (body.kind === 'lampFault') return { ...body, lamps: [body.lamp], total: 1 }
  return body.kind === 'command' ? { ...body, count: 1 } : body
}

/** Drops a row without text here. */
const toEvents = (row: Row): RecentEvent[] => {
  const { at, cu, by: actor } = row
  const read = recentEvent.safeParse({ ...eventBody(row), at: new Date(at).toISOString(), cu, by: actor })
  return read.success ? [read.data] : []
}

/**
 * Recent events of a plant from all stored sources, newest first.
 * @param since lower bound; null for none
 * @param withChanges also people's changes, from the audit
 */
export const listRecentEvents = async (
  tx: Tx,
  plantId: string,
  { since, withChanges }: { since: Date | null; withChanges: boolean },
): Promise<RecentEvent[]> => {
  const sources = sourcesOf(plantId, since, withChanges).map((source) => sql`(${source})`)
  const { rows } = await tx.execute<Row>(
    sql`select * from (${sql.join(sources, sql` union all `)}) as event order by at desc`,
  )
  return rows.flatMap(toEvents)
}
