import type { NoticeKind } from '@vigilux/contract/features/notices/notice.ts'
import { maxCausesPerBody, type WebhookBody, webhookVersion } from '@vigilux/contract/features/webhooks/webhook-body.ts'
import type { NoticeCauseRow } from '../../kernel/notice-causes.store.ts'

type Notice = Extract<WebhookBody, { type: 'notice' }>

/** Names of units and lamps, and the page that follows up. */
export type NoticeDescription = {
  units: ReadonlyMap<string, { unit: string; name: string }>
  /** Keyed by unit id, a space, and the position. */
  lamps: ReadonlyMap<string, string>
  path: string
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

const unitOf = (id: string, { units }: NoticeDescription): Notice['causes'][number]['unit'] => {
  const found = units.get(id)
  if (!found) return null
  return { id: found.unit, serial: found.unit.split('_')[1] ?? found.unit, name: found.name }
}

const causeOf = (row: NoticeCauseRow, described: NoticeDescription): Notice['causes'][number] => {
  const { what, at, endedAt, centralUnitId, addr, faults, count, aboutAt, aboutId } = row
  return {
    what,
    at: at.toISOString(),
    endedAt: iso(endedAt),
    faults,
    count,
    about: iso(aboutAt),
    unit: centralUnitId ? unitOf(centralUnitId, described) : null,
    lamp: addr === null ? null : { addr, name: described.lamps.get(`${centralUnitId} ${addr}`) ?? '' },
    // The other subjects of a cause are invitations, which are personal.
    testId: what === 'testFailed' ? aboutId : null,
  }
}

type Common = { id: string; at: Date; plant: { id: string; name: string }; publicUrl: string }

const common = ({ id, at, plant }: Common) =>
  ({ version: webhookVersion, id, timestamp: at.toISOString(), plant }) as const

/** Body of a webhook call about causes. */
export const noticeBody = (
  { kind, urgent, causes, ...of }: Common & { kind: NoticeKind; urgent: boolean; causes: readonly NoticeCauseRow[] },
  described: NoticeDescription,
): string =>
  JSON.stringify({
    ...common(of),
    type: 'notice',
    kind,
    priority: urgent ? 'urgent' : 'normal',
    url: `${of.publicUrl}/#${described.path}`,
    causes: causes.slice(0, maxCausesPerBody).map((row) => causeOf(row, described)),
    more: Math.max(0, causes.length - maxCausesPerBody),
  } satisfies WebhookBody)

export const testBody = (of: Common): string =>
  JSON.stringify({
    ...common(of),
    type: 'test',
    url: `${of.publicUrl}/#/plantgeneral/${of.plant.id}?tab=webhooks`,
  } satisfies WebhookBody)
