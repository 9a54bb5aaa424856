import { EventEmitter, once } from 'node:events'
import { type ActionInput, type ActionName, actions, type FreshOutput } from '@vigilux/contract/actions.ts'
import WebSocket from 'ws'

/** The server's refusal of a call. */
export type RefusedError = { error: string; requestId: string; details?: unknown; status: number }

type Message = { action: string; id?: string; data: Record<string, unknown> }

/** Default wait for a state on a busy machine. */
const timeoutMs = 120_000

/** Polls until a condition holds; the failure names it. Pass a timeout if it has to hold soon. */
export const pollUntil = async <T>(
  description: string,
  probe: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  withinMs = timeoutMs,
): Promise<T> => {
  const end = performance.now() + withinMs
  for (let waitMs = 20; ; waitMs = Math.min(waitMs * 1.2, 400)) {
    const found = await probe()
    if (found) return found
    if (performance.now() > end) throw new Error(`waited ${withinMs} ms in vain: ${description}`)
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
}

/**
 * An API client in the role of one browser: a cookie, calls, and the realtime channel. It may start with another
 * client's cookie. With a token it acts as a program.
 */
export const createApiClient = (url: string, cookieOfAnother = '', token = '') => {
  let cookie = cookieOfAnother
  const credentials = (): Record<string, string> => ({
    ...(cookie && { cookie }),
    ...(token && { authorization: `Bearer ${token}` }),
  })

  const post = async (path: string, body: unknown, key?: string): Promise<Response> => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...credentials(),
        ...(key && { 'idempotency-key': key }),
      },
      body: JSON.stringify(body),
    })
    const set = answer.headers.getSetCookie()
    if (set.length > 0) cookie = set.map((one) => one.split(';')[0]).join('; ')
    return answer
  }

  const read = async <T>(answer: Response): Promise<T> => {
    const body = (await answer.json()) as { data?: T; error?: string }
    // The code, not the sentence for human readers of the API.
    if (body.error) throw Object.assign(new Error(), { ...body, message: body.error, status: answer.status })
    return body.data as T
  }

  const open = async (authenticate?: unknown) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/realtime`, {
      headers: authenticate === undefined ? credentials() : {},
    })
    if (authenticate !== undefined) socket.on('open', () => socket.send(JSON.stringify(authenticate)))
    const messages: Message[] = []
    const messageEvents = new EventEmitter()
    socket.on('message', (raw) => {
      messages.push(JSON.parse(String(raw)) as Message)
      messageEvents.emit('message')
    })
    let closed: number | null = null
    socket.on('close', (code) => {
      closed = code
    })
    socket.on('error', () => undefined)
    const connectedMessage = await pollUntil('the realtime channel', () =>
      closed === null ? messages.find((message) => message.action === 'connected') : ({ data: {} } as Message),
    )
    return {
      socketId: String(connectedMessage.data.socketId),
      messages,
      closeCode: () => closed,
      /** Events of one kind, in order. */
      received: (action: string) => messages.filter((message) => message.action === action).map(({ data }) => data),
      /** The first matching message, past or future; for measurements. */
      async next(isWanted: (message: Message) => boolean): Promise<Message> {
        for (;;) {
          const found = messages.find(isWanted)
          if (found) return found
          await once(messageEvents, 'message')
        }
      },
      send: (message: unknown) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
      close: () => socket.close(),
      terminate: () => socket.terminate(),
    }
  }

  return {
    post,
    cookie: () => cookie,
    get: (path: string) => fetch(url + path, { headers: credentials() }),
    /** Uploads a file to a link from an action. */
    upload: (path: string, name: string, content: Uint8Array<ArrayBuffer>) => {
      const body = new FormData()
      body.append('file', new Blob([content]), name)
      return fetch(url + path, { method: 'POST', headers: credentials(), body })
    },
    auth: async (flow: string, body: unknown) => read<Record<string, unknown>>(await post(`/api/auth/${flow}`, body)),
    /**
     * Calls an action; retries after the requested delay on rate limits, and while the server is overloaded. `refused`
     * returns the first answer.
     */
    call: async <N extends ActionName>(action: N, input: ActionInput<N>, key?: string): Promise<FreshOutput<N>> => {
      for (let attempt = 0; ; attempt++) {
        const answer = await post('/api', { action, ...input }, key)
        const isLater = answer.status === 429 || (answer.status === 503 && actions[action].effect === 'read')
        if (!isLater || attempt === 20) return read<FreshOutput<N>>(answer)
        await new Promise((resolve) => setTimeout(resolve, 1_000 * Number(answer.headers.get('retry-after') ?? 1)))
      }
    },
    /** The server's refusal; throws when the call succeeds. */
    async refused(action: string, input: Record<string, unknown>): Promise<RefusedError> {
      const answer = await post('/api', { action, ...input })
      const body = (await answer.json()) as RefusedError
      if (!body.error) throw new Error(`${action} was not refused`)
      return { ...body, status: answer.status }
    },
    async signIn(name: string, password = 'Demo-1234!') {
      await this.auth('sign-in', { email: name.includes('@') ? name : `${name}@demo.vigilux.test`, password })
      return this
    },
    /** Opens the channel; with a message, sends it first and no headers. */
    realtime: open,
  }
}

export type ApiClient = ReturnType<typeof createApiClient>
