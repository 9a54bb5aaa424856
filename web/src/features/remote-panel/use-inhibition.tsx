import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import { countEmergencyLamps } from '@vigilux/contract/features/remote-panel/panel-state.rules.ts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { toastFailure } from '../../shared/feedback/toast.ts'
import { useFormats } from '../../shared/format/format.ts'
import { lazy } from '../../shared/lazy.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { topicOf, useWhyNotAllowed } from '../central-units/index.ts'
import { useSupportsCommand } from './use-supports-command.ts'

const InhibitDialog = lazy(async () => (await import('./InhibitDialog.tsx')).InhibitDialog)

type Inhibition = {
  /** Opens the dialog for the available units. */
  ask: () => void
  end: () => void
  ending: boolean
  /** Why none of these units can be asked; undefined when one can. */
  blockedReason: string | undefined
  /** Why the person may not end it. */
  endBecause: string | undefined
  dialog: ReactNode
}

/** Inhibition actions of these units, and the dialog while it is open. */
export function useInhibition(units: readonly CentralUnit[]): Inhibition {
  const { t } = useTranslation('remote-panel')
  const { list } = useFormats()
  const { plantId } = useCurrentPlant()
  const supportsCommand = useSupportsCommand()
  const role = useWhyNotAllowed('panel.operate')
  const maxMinutes = useAnswer('getInhibitions', { plantId }).max_minutes
  const end = useActionMutation('endInhibition', { refresh: ['getInhibitions'] })
  const [isConfirming, setConfirming] = useState(false)
  const reasonNot = (unit: CentralUnit) => {
    if (unit.connection === 'notAcquired') return t('blockedReason.notAcquired')
    if (!supportsCommand(unit, 'inhibit')) return t('blockedReason.noInhibition')
    if (unit.connection === 'disconnected') return t('blockedReason.away')
    return unit.enabled ? undefined : t('blockedReason.notEnabled')
  }
  const inhibitableUnits = units.filter((unit) => reasonNot(unit) === undefined)
  const endableUnits = units.filter((unit) => unit.cu_connected && supportsCommand(unit, 'inhibit'))
  const excludedUnits = units.flatMap((unit) => {
    const blockedReason = reasonNot(unit)
    return blockedReason ? [`${unit.cu_id} (${blockedReason})`] : []
  })
  return {
    ask: () => setConfirming(true),
    end: () => void end.mutateAsync({ plantId, topics: endableUnits.map(topicOf) }).catch(toastFailure),
    ending: end.isPending,
    blockedReason: role ?? (inhibitableUnits.length === 0 ? list(excludedUnits) : undefined),
    endBecause: role ?? (endableUnits.length === 0 ? list(excludedUnits) : undefined),
    dialog: isConfirming ? (
      <InhibitDialog
        topics={inhibitableUnits.map(topicOf)}
        leftOut={excludedUnits}
        serials={inhibitableUnits.map(({ cu_id }) => cu_id)}
        lamps={countEmergencyLamps(inhibitableUnits)}
        maxMinutes={maxMinutes}
        onClose={() => setConfirming(false)}
      />
    ) : null,
  }
}
