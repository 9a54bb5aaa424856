import http from 'node:http'
import type { CallInput } from './call-inputs.ts'

/** The response to one call. */
export type Answer = { status: number; text: string }

export type Sender = { cookie: string; address: string }

const contentTypes: Partial<Record<CallInput['framing'], string | null>> = {
  text: 'text/plain',
  form: 'multipart/form-data; boundary=x',
  'no-type': null,
}
const methods: Partial<Record<CallInput['framing'], string>> = { put: 'PUT', get: 'GET' }

/** The action as the first member of the input; non-objects stay unchanged. */
const bodyOf = ({ action, framing }: CallInput, text: string): string => {
  if (framing === 'empty' || framing === 'get') return ''
  if (action.startsWith('/') || !text.startsWith('{')) return text
  const bodyText = text.slice(1)
  return `{"action":${JSON.stringify(action)}${bodyText.trimStart().startsWith('}') ? '' : ','}${bodyText}`
}

const maxWaitMs = 20_000

const headersOf = ({ framing }: CallInput, { cookie, address }: Sender, length: number): http.OutgoingHttpHeaders => {
  const type = framing in contentTypes ? contentTypes[framing] : 'application/json'
  return {
    ...(type ? { 'content-type': type } : {}),
    ...(cookie ? { cookie } : {}),
    ...(framing === 'foreign' ? { origin: 'https://elsewhere.test' } : {}),
    'x-forwarded-for': address,
    'content-length': length,
  }
}

const answerOf = async (response: http.IncomingMessage): Promise<Answer> => {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks).toString()
  // An answer with an address arrives as plain text; it is parsed like the realtime channel's.
  const isAddress = response.headers['content-type']?.startsWith('text/plain') && body.startsWith('/files/')
  return { status: response.statusCode ?? 0, text: isAddress ? JSON.stringify({ data: body }) : body }
}

/** Sends calls over HTTP on persistent connections. */
export const openHttpLane = (url: string) => {
  const agent = new http.Agent({ keepAlive: true })

  /** Null if the call was cut on purpose. */
  const send = (input: CallInput, text: string, path: string, sender: Sender): Promise<Answer | null> => {
    const { framing } = input
    const body = Buffer.from(bodyOf(input, text))
    const isCut = framing === 'cut' && body.length > 1
    const { promise, resolve, reject } = Promise.withResolvers<Answer | null>()
    const request = http.request(`${url}${framing === 'wrong-path' ? `${path}/more` : path}`, {
      method: methods[framing] ?? 'POST',
      agent,
      timeout: maxWaitMs,
      headers: headersOf(input, sender, body.length),
    })
    request.once('error', (error) => (isCut ? resolve(null) : reject(error)))
    request.once('timeout', () => request.destroy(new Error(`no answer within ${maxWaitMs} ms`)))
    request.once('response', (response) => answerOf(response).then(resolve, reject))
    if (isCut) request.write(body.subarray(0, body.length >> 1), () => setImmediate(() => request.destroy()))
    else request.end(body)
    return promise
  }
  return { send, close: () => agent.destroy() }
}
