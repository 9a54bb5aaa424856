import type { ResponseMessage } from '@vigilux/device-plane/envelope.wire.ts'

const maxCommands = 200
/** A refusal with this code did nothing, so the command may be tried again under its id. */
export const notEnabled = 'ERROR_COMMAND_NOT_ENABLED'

/** Remembers commands by id, so that one that comes again is answered again and not done again. */
export class CommandMemory {
  #answers = new Map<string, ResponseMessage>()

  constructor(kept: readonly ResponseMessage[] = []) {
    for (const answer of kept) this.#answers.set(answer.id, answer)
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
