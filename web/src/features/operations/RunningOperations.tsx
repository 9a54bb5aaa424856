import { hasEnded } from '@vigilux/contract/features/operations/operation.rules.ts'
import type { Operation } from '@vigilux/contract/features/operations/operation.ts'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../shared/navigation.tsx'
import { serialOf } from '../../shared/plant/unit-topic.ts'
import { pathTo } from '../../site-map.ts'
import { operationTitle } from './operation-words.ts'
import { useOperations } from './use-operations.ts'

/** The operations of a plant that are under way, and the first of them in one line. */
export function useRunningOperations(plantId: string): { running: readonly Operation[]; words: string } {
  const { t } = useTranslation('operations')
  const running = useOperations(plantId).data?.operations.filter(({ state }) => !hasEnded(state)) ?? []
  const [first] = running
  if (!first) return { running, words: '' }
  const words = `${operationTitle(first, t)} · ${serialOf(first.cu)} · ${t('progress', { done: first.done, count: first.total })}`
  return { running, words }
}

/** Lines of the command pill's list: each leads to its unit. */
export function RunningOperations({ plantId, running }: { plantId: string; running: readonly Operation[] }) {
  const { t } = useTranslation('operations')
  return running.map((operation) => (
    <li key={operation.id}>
      <AppLink to={pathTo('unit', { plantId, unit: operation.cu })}>
        <b>
          {operationTitle(operation, t)} · {serialOf(operation.cu)}
        </b>
      </AppLink>
      {operation.requestedBy ? <small>{operation.requestedBy}</small> : null}
      <span role="status">{t('progress', { done: operation.done, count: operation.total })}</span>
    </li>
  ))
}
