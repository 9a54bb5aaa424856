import type { OpenCause } from '@vigilux/contract/features/attention/open-cause.ts'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'

/** The people who can be assigned a cause, and the call that assigns it. */
export function useAssign({ plant_id: plantId, cu: topic, code }: OpenCause, onSuccess?: () => void) {
  const members = useAnswer('getPlantUsers', { plantId }).plant_users
  const assign = useActionMutation('assignAttention', { refresh: ['getAttention'], ...(onSuccess && { onSuccess }) })
  return {
    people: members.map(({ userid, name }) => ({ value: userid, label: name })),
    assign,
    assignTo: (assignee: string | null) => assign.mutate({ plantId, topic, code, assignee }),
  }
}
