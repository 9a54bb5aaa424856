/**
 * A client for flooding the server, in its own process: its CPU time is not counted as the server's. `node
 * e2e/support/flooder.ts '{"url":…}'` sends the requested messages and prints the answers as one line of JSON.
 */
import http from 'node:http'
import WebSocket from 'ws'

export type Flood = {
  url: string
  /** `none` sends nothing and only uses the CPU: the slowdown of the machine itself. */
  transport: 'socket' | 'http' | 'none'
  action: string
  data?: Record<string, unknown>
  /** Total messages, and messages per second; all at once without a rate. */
  count: number
  perSecond?: number
  cookie?: string
  /** The source address, as a trusted proxy reports it. */
  address?: string
  /** Never reads from its socket. */
  deaf?: boolean
  /** Ends this long after the last message, whatever was answered. */
  lingerMs?: number
}

/** Number of answers by code, the longest requested delay, and the socket's close code. */
export type FloodOutcome = {
  sent: number
  answers: Record<string, number>
  retryAfterS: number
  closeCode: number | null
}

const main = async (flood: Flood): Promise<FloodOutcome> => {
  const outcome: FloodOutcome = { sent: 0, answers: {}, retryAfterS: 0, closeCode: null }
  if (flood.transport === 'none') {
    for (const end = performance.now() + flood.count; performance.now() < end; ) outcome.sent++
    return outcome
  }
  const headers = {
    ...(flood.cookie ? { cookie: flood.cookie } : {}),
    ...(flood.address ? { 'x-forwarded-for': flood.address } : {}),
  }
  const count = (code: string, details?: { retryAfterS?: number }) => {
    outcome.answers[code] = (outcome.answers[code] ?? 0) + 1
    outcome.retryAfterS = Math.max(outcome.retryAfterS, details?.retryAfterS ?? 0)
  }
  const send =
    flood.transport === 'http' ? overHttp(flood, headers, count) : await overSocket(flood, headers, count, outcome)
  const startedAt = performance.now()
  while (outcome.sent < flood.count && outcome.closeCode === null) {
    const due = flood.perSecond ? ((performance.now() - startedAt) / 1000) * flood.perSecond : flood.count
    for (; outcome.sent < Math.min(due, flood.count); outcome.sent++) send()
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const end = performance.now() + (flood.lingerMs ?? 2000)
  const isAnswered = () => Object.values(outcome.answers).reduce((total, n) => total + n, 0) >= flood.count
  while (performance.now() < end && outcome.closeCode === null && !isAnswered())
    await new Promise((resolve) => setTimeout(resolve, 20))
  return outcome
}

type Count = (code: string, details?: { retryAfterS?: number }) => void
type Answer = { error?: string; details?: { retryAfterS?: number } }

const overHttp = (flood: Flood, headers: Record<string, string>, count: Count) => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 256 })
  const body = JSON.stringify({ ...flood.data, action: flood.action })
  const length = Buffer.byteLength(body)
  return () => {
    const request = http.request(`${flood.url}/api`, {
      method: 'POST',
      agent,
      headers: { ...headers, 'content-type': 'application/json', 'content-length': length },
    })
    request.on('error', () => count('network'))
    request.on('response', (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => {
        const answer = JSON.parse(text || '{}') as Answer
        count(answer.error ?? 'ok', answer.details)
      })
    })
    request.end(body)
  }
}

const overSocket = async (flood: Flood, headers: Record<string, string>, count: Count, outcome: FloodOutcome) => {
  const socket = new WebSocket(`${flood.url.replace('http', 'ws')}/realtime`, { headers })
  socket.on('close', (code) => {
    outcome.closeCode = code
  })
  socket.on('error', () => undefined)
  await new Promise((resolve) => socket.once('message', resolve).once('close', resolve))
  if (flood.deaf) socket.pause()
  socket.on('message', (raw) => {
    const { action, data } = JSON.parse(String(raw)) as { action: string; data: Answer }
    if (action === flood.action || action === 'error') count(data.error ?? 'ok', data.details)
  })
  const text = JSON.stringify({ action: flood.action, data: flood.data ?? {}, id: 'x' })
  return () => socket.send(text)
}

const outcome = await main(JSON.parse(process.argv[2] ?? '{}') as Flood)
process.stdout.write(JSON.stringify(outcome), () => process.exit(0))
