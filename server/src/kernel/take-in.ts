import type { DeviceListeners, ListenerContext, RegisterContext } from './device-listeners.ts'
import type { DeviceNews } from './device-messages.ts'
import { type EnrolledUnits, type UnitRegister, whyNotTaken } from './unit-register.ts'

type Parts = { listeners: readonly DeviceListeners[]; register: UnitRegister<RegisterContext> }

/** What was handed on, and what was left because it is nobody's or a stranger's. */
export type TakenAndLeft = { taken: DeviceNews[]; left: DeviceNews[]; units: EnrolledUnits }

const channels = ['online', 'shadow', 'state', 'record', 'telemetry', 'response'] as const

/** Units whose last message is none that the broker kept, and no will. */
const heardIn = (items: readonly DeviceNews[]): Map<string, string> => {
  const heard = new Map<string, string>()
  for (const { channel, news, retained } of items) {
    if (channel === 'online' && !news.online) heard.delete(news.unit)
    else if (!retained) heard.set(news.unit, news.life)
  }
  return heard
}

const notifyListeners = async (items: readonly DeviceNews[], { listeners }: Parts, context: ListenerContext) => {
  for (const channel of channels) {
    const news = items.filter((item) => item.channel === channel).map((item) => item.news)
    if (news.length === 0) continue
    for (const listener of listeners) await listener[channel]?.(news as never, context)
  }
  const heard = heardIn(items)
  if (heard.size > 0) for (const listener of listeners) await listener.heard?.(heard, context)
}

const takeOwn = async (items: readonly DeviceNews[], parts: Parts, context: RegisterContext): Promise<TakenAndLeft> => {
  const units = await parts.register.find(items, context)
  const { taken = [], left = [] } = Object.groupBy(items, (item) => (whyNotTaken(item, units) ? 'left' : 'taken'))
  await notifyListeners(taken, parts, { ...context, units })
  return { taken, left, units }
}

/** Hands messages on to the features, each to whom it belongs, within one transaction. */
export const takeIn = async (
  items: readonly DeviceNews[],
  parts: Parts,
  context: RegisterContext,
): Promise<TakenAndLeft> => {
  const first = await takeOwn(items, parts, context)
  // An answer may have enrolled the very unit whose first messages stand beside it.
  const isEnrolledNow = first.left.length > 0 && items.some(({ channel }) => channel === 'response')
  const second = isEnrolledNow ? await takeOwn(first.left, parts, context) : { ...first, taken: [] }
  await parts.register.noticeStrangers(items, first.units, context)
  return { ...second, taken: [...first.taken, ...second.taken] }
}
