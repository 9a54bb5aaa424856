import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Config } from '../../server/src/config/config.ts'

/** Bytes after garbage collection: of the process, and of the JavaScript heap. */
export type Memory = { rss: number; heap: number }
export type IdlePlant = { userId: string; plantId: string }
type Ready = { kind: 'ready'; plantIds: string[]; idlePlant: IdlePlant; mqttUrl: string }
export type FromServer = Ready | ({ kind: 'memory' } & Memory) | { kind: 'tended' }
export type ToServer = 'memory' | 'tend'

const serverPath = fileURLToPath(new URL('fuzz-server.ts', import.meta.url))
const maxErrors = 50
const errorLevels = ['error', 'fatal']

/** A logged error, without its varying parts. */
export type LoggedError = { message: string; requestId: string | null; line: string }

const asError = (line: string): LoggedError | null => {
  if (!line.startsWith('{')) return null
  const {
    level = '',
    msg = '',
    err,
    requestId = null,
  } = JSON.parse(line) as {
    level?: string
    msg?: string
    err?: { message?: string; cause?: { message?: string } }
    requestId?: string
  }
  // For a failed statement only the cause has a message.
  return !errorLevels.includes(level)
    ? null
    : { message: `${msg}: ${err?.message ?? err?.cause?.message ?? ''}`, requestId, line }
}

/** Starts the server under fuzz, and records its logged errors and its end. */
export const startServerProcess = async (config: Config, scale: number) => {
  const startFile = join(config.dataDir, 'fuzz.json')
  writeFileSync(startFile, JSON.stringify({ config, scale }))
  const child = fork(serverPath, [startFile], {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const errors: LoggedError[] = []
  const complaints: string[] = []
  let errorCount = 0
  let isStopping = false
  let exit: string | null = null
  child.once('exit', (code, signal) => {
    exit = isStopping ? null : `the server ended with ${signal ?? code}`
  })
  if (child.stdout)
    createInterface({ input: child.stdout }).on('line', (line) => {
      const error = asError(line)
      if (!error) return
      errorCount++
      if (errors.length < maxErrors) errors.push(error)
    })
  child.stderr?.on('data', (bytes: Buffer) => complaints.push(String(bytes).slice(0, 4_000)))

  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${exit}\n${complaints.slice(-5).join('')}`)))
  ended.catch(() => undefined)
  // Replies arrive in order, and two requests of a kind may be pending.
  const waitersOfKind = new Map<FromServer['kind'], ((message: FromServer) => void)[]>()
  child.on('message', (message: FromServer) => waitersOfKind.get(message.kind)?.shift()?.(message))
  const next = <K extends FromServer['kind']>(kind: K): Promise<Extract<FromServer, { kind: K }>> => {
    const { promise, resolve } = Promise.withResolvers<FromServer>()
    waitersOfKind.getOrInsert(kind, []).push(resolve)
    return Promise.race([promise, ended]) as Promise<Extract<FromServer, { kind: K }>>
  }
  const sendMessage = (question: ToServer) => child.send(question)
  const { plantIds, idlePlant, mqttUrl } = await next('ready')

  return {
    plantIds,
    idlePlant,
    mqttUrl,
    errors,
    complaints,
    errorCount: () => errorCount,
    /** The unexpected end of the server, or null. */
    exit: () => exit,
    async memory(): Promise<Memory> {
      const memoryMessage = next('memory')
      sendMessage('memory')
      const { rss, heap } = await memoryMessage
      return { rss, heap }
    },
    async tend(): Promise<void> {
      const tendedMessage = next('tended')
      sendMessage('tend')
      await tendedMessage
    },
    async stop(): Promise<void> {
      isStopping = true
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await ended.catch(() => undefined)
    },
  }
}
