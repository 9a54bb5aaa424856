import type { BackgroundParts } from '../kernel/background.ts'
import { evaluateConditions } from '../kernel/due-rows.store.ts'
import type { TaskFactory } from '../kernel/task.ts'

type Parts = Partial<BackgroundParts> & Pick<BackgroundParts, 'db' | 'ports'>

/** Does work of a task as the server does: only if the condition of the task holds. */
export const whenDue = async (createTask: TaskFactory, parts: Parts, work: () => Promise<unknown>): Promise<void> => {
  const { due } = createTask(parts as BackgroundParts)
  const [isDue = true] = await evaluateConditions(parts.db, due ? [due(parts.ports.clock.now())] : [])
  if (isDue) await work()
}

/** Takes turns of a task, as the server does, until nothing more is due. */
export const takeTurn = (createTask: TaskFactory, parts: Parts): Promise<void> =>
  whenDue(createTask, parts, async () => {
    while ((await createTask(parts as BackgroundParts).turn(new AbortController().signal)) === true);
  })
