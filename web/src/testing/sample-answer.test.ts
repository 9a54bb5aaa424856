import { actions } from '@vigilux/contract/actions.ts'
import { expect, test } from 'vitest'
import type { ActionName } from '../shared/api/actions.ts'
import { sampleAnswer } from './sample-answer.ts'

test.each(Object.keys(actions) as ActionName[])('%s has a valid empty and a valid filled answer', (name) => {
  for (const fill of ['empty', 'full'] as const)
    expect(actions[name].output.safeParse(sampleAnswer(name, fill)).error?.issues, fill).toBeUndefined()
})
