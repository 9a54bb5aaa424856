import type { NoticeKind } from '@vigilux/contract/features/notices/notice.ts'
import { maxCausesPerBody, type WebhookBody, webhookVersion } from '@vigilux/contract/features/webhooks/webhook-body.ts'
import type { NoticeCauseRow } from '../../kernel/notice-causes.store.ts'

type Notice = Extract<WebhookBody, { type: 'notice' }>

/** Names of units and lamps, and the page about them. */
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

const causeOf = (row: NoticeCauseRow, description: NoticeDescription): Notice['causes'][number] => {
  const { what: causeType, at, endedAt, centralUnitId, addr, faults, count, aboutAt, aboutId } = row
  return {
    what: causeType,
    at: at.toISOString(),
    endedAt: iso(endedAt),
    faults,
    count,
    about: iso(aboutAt),
    unit: centralUnitId ? unitOf(centralUnitId, description) : null,
    lamp: addr === null ? null : { addr, name: description.lamps.get(`${centralUnitId} ${addr}`) ?? '' },
    // The other subjects of a cause are invitations, which are personal.
    testId: causeType === 'testFailed' ? aboutId : null,
  }
}

type BodyBase = { id: string; at: Date; plant: { id: string; name: string }; publicUrl: string }

const baseFields = ({ id, at, plant }: BodyBase) =>
  ({ version: webhookVersion, id, timestamp: at.toISOString(), plant }) as const

/** Body of a webhook call about causes. */
export const noticeBody = (
  {
    kind,
    urgent: isUrgent,
    causes,
    ...base
  }: BodyBase & { kind: NoticeKind; urgent: boolean; causes: readonly NoticeCauseRow[] },
  description: NoticeDescription,
): string =>
  JSON.stringify({
    ...baseFields(base),
    type: 'notice',
    kind,
    priority: isUrgent ? 'urgent' : 'normal',
    url: `${base.publicUrl}/#${description.path}`,
    causes: causes.slice(0, maxCausesPerBody).map((row) => causeOf(row, description)),
    more: Math.max(0, causes.length - maxCausesPerBody),
  } satisfies WebhookBody)

export const testBody = (base: BodyBase): string =>
  JSON.stringify({
    ...baseFields(base),
    type: 'test',
    url: `${base.publicUrl}/#/plantgeneral/${base.plant.id}?tab=webhooks`,
  } satisfies WebhookBody)
