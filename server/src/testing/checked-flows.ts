import { type AuthFlow, authFlows } from '@vigilux/contract/features/accounts/auth-flows.ts'
import { anyFlowRefusals } from '@vigilux/contract/refusals.ts'
import { checkOutput } from '../kernel/check-declared.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { AccountFlows, FlowRefusal, FlowRequest } from '../ports/account-flows.ts'

/** The flows; an undeclared refusal or answer of one is an error, as it is for an action. */
export const checkedFlows = (flows: AccountFlows): AccountFlows => {
  const checked = async (name: AuthFlow, request: FlowRequest<FlowRefusal<AuthFlow>>) => {
    const { errors, output }: (typeof authFlows)[AuthFlow] = authFlows[name]
    const codes: readonly string[] = [...errors, ...anyFlowRefusals]
    try {
      const answer = await flows[name](request)
      checkOutput(name, output, answer.data)
      return answer
    } catch (error) {
      if (error instanceof Refusal && !codes.includes(error.code))
        throw new Error(`${name} refused with ${error.code}, which it does not declare`, { cause: error })
      throw error
    }
  }
  const names = Object.keys(flows) as AuthFlow[]
  return Object.fromEntries(
    names.map((name) => [name, (request: FlowRequest<FlowRefusal<AuthFlow>>) => checked(name, request)]),
  ) as unknown as AccountFlows
}
