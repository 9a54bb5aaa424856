import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { toastFailure } from '../../shared/feedback/toast.ts'
import { useFormats } from '../../shared/format/format.ts'
import { lazy } from '../../shared/lazy.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { topicOf, useWhyNotAllowed } from '../central-units/index.ts'
import { lampsOf } from './inhibited-units.ts'
import { useSupportsCommand } from './use-supports-command.ts'

const InhibitDialog = lazy(async () => (await import('./InhibitDialog.tsx')).InhibitDialog)

type Inhibition = {
  /** Opens the dialog for the units that can be asked. */
  ask: () => void
  end: () => void
  ending: boolean
  /** Why none of these units can be asked; undefined when one can. */
  because: string | undefined
  /** Why the person may not end it. */
  endBecause: string | undefined
  dialog: ReactNode
}

/** Inhibition actions of these units, and the dialog while it is open. */
export function useInhibition(units: readonly CentralUnit[]): Inhibition {
  const { t } = useTranslation('remote-panel')
  const { list } = useFormats()
  const { plantId } = useCurrentPlant()
  const knows = useSupportsCommand()
  const role = useWhyNotAllowed('panel.operate')
  const most = useAnswer('getInhibitions', { plantId }).most_minutes
  const end = useActionMutation('endInhibition', { refresh: ['getInhibitions'] })
  const [asking, setAsking] = useState(false)
  const reasonNot = (unit: CentralUnit) => {
    if (unit.connection === 'notAcquired') return t('because.notAcquired')
    if (!knows(unit, 'inhibit')) return t('because.noInhibition')
    if (unit.connection === 'disconnected') return t('because.away')
    return unit.enabled ? undefined : t('because.notEnabled')
  }
  const askable = units.filter((unit) => reasonNot(unit) === undefined)
  const endable = units.filter((unit) => unit.cu_connected && knows(unit, 'inhibit'))
  const leftOut = units.flatMap((unit) => {
    const because = reasonNot(unit)
    return because ? [`${unit.cu_id} (${because})`] : []
  })
  return {
    ask: () => setAsking(true),
    end: () => void end.mutateAsync({ plantId, topics: endable.map(topicOf) }).catch(toastFailure),
    ending: end.isPending,
    because: role ?? (askable.length === 0 ? list(leftOut) : undefined),
    endBecause: role ?? (endable.length === 0 ? list(leftOut) : undefined),
    dialog: asking ? (
      <InhibitDialog
        topics={askable.map(topicOf)}
        leftOut={leftOut}
        serials={askable.map(({ cu_id }) => cu_id)}
        lamps={lampsOf(askable)}
        most={most}
        onClose={() => setAsking(false)}
      />
    ) : null,
  }
}
