import type { ResponseMessage } from '@vigilux/device-plane/envelope.wire.ts'

const maxCommands = 200
/** A refusal with this code had no effect, so the command may be retried under its id. */
export const notEnabled = 'ERROR_COMMAND_NOT_ENABLED'

/** Remembers commands by id, so that a repeated command is answered, but not executed again. */
export class CommandMemory {
  #answers = new Map<string, ResponseMessage>()

  constructor(saved: readonly ResponseMessage[] = []) {
    for (const answer of saved) this.#answers.set(answer.id, answer)
  }

  get all(): readonly ResponseMessage[] {
    return [...this.#answers.values()]
  }

  answerTo(id: string): ResponseMessage | undefined {
    return this.#answers.get(id)
  }

  clear(): void {
    this.#answers.clear()
  }

  remember(answer: ResponseMessage): void {
    this.#answers.delete(answer.id)
    if (answer.code === notEnabled) return
    this.#answers.set(answer.id, answer)
    const [oldest] = this.#answers.keys()
    if (this.#answers.size > maxCommands && oldest !== undefined) this.#answers.delete(oldest)
  }
}
