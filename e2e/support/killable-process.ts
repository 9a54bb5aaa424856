import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, writeFileSync } from 'node:fs'

export type KillableProcess = {
  /** Of the process, while it runs. */
  pid(): number | undefined
  isRunning(): boolean
  /** Nothing happens to one that runs. `more` is for this start alone. */
  start(more?: object): Promise<void>
  /** Makes it stand still, or go on; nothing happens to one that does not run. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  /** Ends it as it stands, or lets it end what it has begun. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
  /** How it ended since the last question, each time that it had been ready and nobody had asked it to. */
  unaskedEnds(): string[]
  /** Says something to it; lost where it does not run. */
  send(message: object): void
}

type KillableOptions = {
  /** The program, which says anything at all once it is ready. */
  program: string
  /** Where it finds what it is to do. */
  startFile: string
  what: object
  execArgv?: string[]
  /** Beyond our own environment. */
  env?: NodeJS.ProcessEnv
  /** File to which all that it says is added; said here where it is left out. */
  output?: string
}

/** Far longer than any start takes on a busy machine. */
const readyWithinMs = 120_000

/** A part of the product as a process of its own, that may be killed outright and started anew on what it left. */
export const createKillableProcess = ({
  program,
  startFile,
  what,
  execArgv = [],
  env = {},
  output,
}: KillableOptions): KillableProcess => {
  let child: ChildProcess | null = null
  let isReady = false
  let isAsked = false
  const ends: string[] = []
  const isRunning = () => child !== null && child.exitCode === null && child.signalCode === null
  const killAtExit = () => child?.kill('SIGKILL')
  return {
    pid: () => child?.pid,
    isRunning,
    async start(more = {}) {
      if (isRunning()) return
      writeFileSync(startFile, JSON.stringify({ ...what, ...more }))
      const said = output === undefined ? 'inherit' : openSync(output, 'a')
      const started = fork(program, [startFile], {
        stdio: ['ignore', said, said, 'ipc'],
        execArgv,
        env: { ...process.env, ...env },
      })
      if (said !== 'inherit') closeSync(said)
      child = started
      isReady = false
      isAsked = false
      // Also when the tests are broken off: one that stands still would never notice.
      process.once('exit', killAtExit)
      started.once('exit', (code, signal) => {
        process.off('exit', killAtExit)
        if (isReady && !isAsked) ends.push(`${signal ?? code}`)
      })
      const tooLong = AbortSignal.timeout(readyWithinMs)
      try {
        await Promise.race([
          once(started, 'message', { signal: tooLong }),
          once(started, 'exit').then(([code, signal]) =>
            Promise.reject(new Error(`the node ended with ${code ?? signal}`)),
          ),
        ])
      } catch (error) {
        started.kill('SIGKILL')
        throw error
      }
      isReady = true
    },
    signal: (signal) => void (isRunning() && child?.kill(signal)),
    async end(signal) {
      if (!child || !isRunning()) return
      isAsked = true
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    },
    unaskedEnds: () => ends.splice(0),
    send: (message) => void (isRunning() && child?.connected && child.send(message, () => undefined)),
  }
}
