import { useLocalStorage } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import type { ActionOutput } from '../api/actions.ts'
import { actionKey, useAction, useActionMutation } from '../api/use-action.ts'
import { toastFailure } from '../feedback/toast.ts'
import { useIsSignedIn } from '../session/session.ts'

const freshMs = 300_000

/**
 * A person's display setting, synced between their browsers: text of at most 200 characters, or a boolean. Until the
 * server answers, and on public pages, this browser's last value is used.
 */
export function useSavedSetting<Value extends string | boolean>(
  key: string,
  fallback: Value,
): [value: Value, keep: (value: Value) => void] {
  const queries = useQueryClient()
  const isSignedIn = useIsSignedIn()
  const infos = useAction('getUserInfos', {}, { staleTime: freshMs, enabled: isSignedIn })
  const storedValue = infos.data ? infos.data.user.appConfig[key] : undefined
  const [ownValue, setOwnValue] = useLocalStorage<Value>({ key: `vigilux.${key}`, defaultValue: fallback })
  const save = useActionMutation('saveAppConfig')
  const saveValue = (value: Value) => {
    setOwnValue(value)
    if (!isSignedIn) return
    queries.setQueryData<ActionOutput<'getUserInfos'>>(actionKey('getUserInfos', {}), (previous) => {
      return previous && { user: { ...previous.user, appConfig: { ...previous.user.appConfig, [key]: value } } }
    })
    save.mutate({ appConfig: { [key]: value } }, { onError: toastFailure })
  }
  return [typeof storedValue === typeof fallback ? (storedValue as Value) : ownValue, saveValue]
}
