import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, writeFileSync } from 'node:fs'

export type KillableProcess = {
  /** Process id while it runs. */
  pid(): number | undefined
  isRunning(): boolean
  /** No-op while it runs. `settings` are merged into the configuration of this start only. */
  start(settings?: object): Promise<void>
  /** Suspends or resumes the process; no-op when it does not run. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  /** Kills the process, or lets it finish its work. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
  /** Unexpected ends of a ready process since the last call, with their cause. */
  drainUnexpectedEnds(): string[]
  /** Sends a message; lost when the process does not run. */
  send(message: object): void
}

type KillableOptions = {
  /** The program, which sends any message once it is ready. */
  program: string
  /** File with its configuration. */
  startFile: string
  processName: object
  execArgv?: string[]
  /** Added to our own environment. */
  env?: NodeJS.ProcessEnv
  /** File to which its output is appended; by default it is printed here. */
  output?: string
}

/** Far longer than any start takes on a busy machine. */
const readyWithinMs = 120_000

/** A part of the product in its own process, which can be killed and restarted on the same data. */
export const createKillableProcess = ({
  program,
  startFile,
  processName,
  execArgv = [],
  env = {},
  output,
}: KillableOptions): KillableProcess => {
  let child: ChildProcess | null = null
  let isReady = false
  let isStopRequested = false
  const exitReasons: string[] = []
  const isRunning = () => child !== null && child.exitCode === null && child.signalCode === null
  const killAtExit = () => child?.kill('SIGKILL')
  return {
    pid: () => child?.pid,
    isRunning,
    async start(settings = {}) {
      if (isRunning()) return
      writeFileSync(startFile, JSON.stringify({ ...processName, ...settings }))
      const stdio = output === undefined ? 'inherit' : openSync(output, 'a')
      const started = fork(program, [startFile], {
        stdio: ['ignore', stdio, stdio, 'ipc'],
        execArgv,
        env: { ...process.env, ...env },
      })
      if (stdio !== 'inherit') closeSync(stdio)
      child = started
      isReady = false
      isStopRequested = false
      // Also when the tests are interrupted: a suspended process would never notice.
      process.once('exit', killAtExit)
      started.once('exit', (code, signal) => {
        process.off('exit', killAtExit)
        if (isReady && !isStopRequested) exitReasons.push(`${signal ?? code}`)
      })
      const startTimeout = AbortSignal.timeout(readyWithinMs)
      try {
        await Promise.race([
          once(started, 'message', { signal: startTimeout }),
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
      isStopRequested = true
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    },
    drainUnexpectedEnds: () => exitReasons.splice(0),
    send: (message) => void (isRunning() && child?.connected && child.send(message, () => undefined)),
  }
}
