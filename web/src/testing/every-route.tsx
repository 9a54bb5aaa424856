import type { QueryClient } from '@tanstack/react-query'
import { act, cleanup } from '@testing-library/react'
import { PendingCalls, type RealtimeMessage } from '@vigilux/client/connection.ts'
import { actions } from '@vigilux/contract/actions.ts'
import { vi } from 'vitest'
import { loadPageCode } from '../routes.tsx'
import type { ActionInput, ActionName, ActionOutput } from '../shared/api/actions.ts'
import { setChannel } from '../shared/api/use-action.ts'
import { Realtime } from '../shared/realtime/realtime.ts'
import { loadSignedInFrame } from '../shell/signed-in-frame.tsx'
import { fillPath, type PageName, pageEntry } from '../site-map.ts'
import { person } from './person.ts'
import { plantId, plantWith, unitWith } from './plant.tsx'
import { quickQueries, renderAt } from './render.tsx'
import { type Fill, sampleAnswer } from './sample-answer.ts'

/** Visits every page against a server with answers to all reads but one. */

const params = {
  plantId,
  unit: 'imagined_0A1B2C',
  userId: person.userid,
  zoneId: plantId,
  walkId: plantId,
  roundId: plantId,
  productId: 'ST-24',
  pid: '1300005A7',
  fid: 'STILE',
  report: plantId,
  secret: 'a'.repeat(43),
  token: 'of-no-mail',
}

/** Answers matching the page's address, or each other. */
const fittingAnswers: { readonly [Name in ActionName]?: () => object } = {
  getPlantDetails: () => ({ ...plantWith({ units: [unitWith()] }), servedAt: new Date().toISOString() }),
  getLamps: () => ({ next: null }),
  getUnitTypes: () => {
    const { types } = sampleAnswer('getUnitTypes', 'full') as { types: object[] }
    return { types: types.map((type) => ({ ...type, cu_type: 'imagined' })) }
  },
}

const answerTo = (name: ActionName, fill: Fill): object => ({
  ...(sampleAnswer(name, fill) as object),
  ...fittingAnswers[name]?.(),
})

/** A read without an answer yet. Refusing it or answering it ends every pending request of it. */
export class BlockedRead {
  private waiting: ((response: Response) => void)[] = []
  private fill: Fill | undefined
  readonly name: ActionName

  constructor(name: ActionName) {
    this.name = name
  }

  respond(): Response | Promise<Response> {
    if (this.fill) return Response.json({ data: answerTo(this.name, this.fill) })
    return new Promise((resolve) => this.waiting.push(resolve))
  }

  refuse(): void {
    for (const end of this.waiting.splice(0))
      end(Response.json({ error: 'UNEXPECTED_ERROR', requestId: 'r' }, { status: 503 }))
  }

  answer(fill: Fill): void {
    this.fill = fill
    for (const end of this.waiting.splice(0)) end(Response.json({ data: answerTo(this.name, fill) }))
  }
}

const visitorOf = (page: PageName) => {
  const { permission } = pageEntry(page)
  if (permission === 'public') return null
  return permission === 'nto' || permission === 'ba' ? { ...person, usertype: 'admin', scope: permission } : person
}

export const isRead = (name: string): name is ActionName =>
  name in actions && actions[name as ActionName].effect === 'read'

function serve(page: PageName, requestedActions: Set<ActionName>, blockedRead: BlockedRead | undefined): void {
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (String(address).includes('get-session')) return Response.json({ data: visitorOf(page) })
    const { action = '' } = JSON.parse(String(init?.body ?? '{}')) as { action?: string }
    if (!isRead(action)) return Response.json({ error: 'NOT_FOUND', requestId: 'r' }, { status: 404 })
    requestedActions.add(action)
    return action === blockedRead?.name ? blockedRead.respond() : Response.json({ data: answerTo(action, 'full') })
  })
}

/** Connects the realtime channel, which the same server answers. Returns the names of the actions sent over it. */
export function connectChannel(): { sentActions: Set<string>; close: () => void } {
  const sentActions = new Set<string>()
  const status = { state: 'connected', attempt: 1, attempts: 5, socketId: `00000000.${plantId}` } as const
  const send = async ({ action, id, data }: RealtimeMessage) => {
    sentActions.add(action)
    const response = await fetch('/api', { body: JSON.stringify({ action, ...(data as object) }) })
    const answered = (await response.json()) as { data?: object }
    calls.settle({ action, id: `${id}`, data: response.ok ? answered.data : { ...answered, status: response.status } })
  }
  const calls = new PendingCalls({ status, send: (message) => void send(message) })
  // The page's own channel would replace this one, once it starts.
  vi.spyOn(Realtime.prototype, 'start').mockReturnValue(() => undefined)
  const close = setChannel({
    live: status,
    call: <Name extends ActionName>(action: Name, input: ActionInput<Name>) =>
      calls.call(action, input) as Promise<ActionOutput<Name>>,
  })
  return { sentActions, close }
}

/** Every text on the page, each once. */
export function textsOnPage(): Set<string> {
  const found = new Set<string>()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { textContent, parentElement } = walker.currentNode
    const text = textContent?.trim()
    if (text && !parentElement?.closest('style, script')) found.add(text)
  }
  return found
}

/** Waits until the page stops changing. Timers are fake and advance meanwhile; lazy code loads in real time. */
export async function waitUntilSettled(queries: QueryClient, blockedRead?: BlockedRead): Promise<void> {
  const otherQueries = {
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== blockedRead?.name,
  }
  const latest = Date.now() + 20_000
  for (let last = '', unchangedTimes = 0; unchangedTimes < 4 && Date.now() < latest; ) {
    await act(() => vi.advanceTimersByTimeAsync(unchangedTimes > 0 ? 60 : 1))
    if (unchangedTimes === 2) await act(() => vi.dynamicImportSettled())
    const now = document.body.textContent ?? ''
    const isDrawn = document.querySelector('h1, [aria-busy], [role=alert]') !== null
    const isWaiting = !blockedRead && document.querySelector('[aria-busy]') !== null
    unchangedTimes =
      now === last && isDrawn && !isWaiting && queries.isFetching(otherQueries) === 0 ? unchangedTimes + 1 : 0
    last = now
  }
}

/** Opens a page. With the answers of an earlier visit only the blocked read is requested. */
export async function visit(
  page: PageName,
  { blocked: blockedRead, cachedQueries }: { blocked?: BlockedRead; cachedQueries?: QueryClient } = {},
) {
  cleanup()
  const requestedActions = new Set<ActionName>()
  serve(page, requestedActions, blockedRead)
  const queries = quickQueries()
  if (cachedQueries) {
    queries.setDefaultOptions({ queries: { retry: false, staleTime: 60_000 } })
    for (const { queryKey, state } of cachedQueries.getQueryCache().getAll())
      if (state.data !== undefined && queryKey[0] !== blockedRead?.name) queries.setQueryData(queryKey, state.data)
  }
  await Promise.all([loadPageCode(page), loadSignedInFrame()])
  await renderAt(fillPath(pageEntry(page).path, params), queries)
  await waitUntilSettled(queries, blockedRead)
  return { queries, requestedActions }
}
