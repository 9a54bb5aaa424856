import { Button, Progress } from '@mantine/core'
import { hasEnded } from '@vigilux/contract/features/operations/operation.rules.ts'
import { useTranslation } from 'react-i18next'
import * as wizardStyles from '../../shared/layout/wizard.module.css'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { pathTo } from '../../site-map.ts'
import type { CurrentUnit } from '../central-units/index.ts'
import { OperationProgress, useOperations } from '../operations/index.ts'

const searches = new Set(['newAcquisition', 'appendLamps'])

/** Progress of the change. It continues without this page; a link leads back. */
export function WriteStep({
  operationId,
  open,
  onMore,
}: {
  operationId: string
  open: CurrentUnit
  onMore: () => void
}) {
  const { t } = useTranslation('configuration')
  const { plantId } = useCurrentPlant()
  const operation = useOperations(plantId).find(({ id }) => id === operationId)
  const isEnded = operation ? hasEnded(operation.state) : true
  return (
    <div className={`${wizardStyles.wizardStep} ${wizardStyles.wizardWide}`}>
      <h2>{t(isEnded ? 'write.ended' : 'write.title')}</h2>
      <p>{operation ? t(isEnded ? 'write.endedText' : 'write.text') : t('write.gone')}</p>
      {operation ? <OperationProgress operation={operation} /> : null}
      {operation && searches.has(operation.kind) ? <Search network={open.unit.network} /> : null}
      <footer className={wizardStyles.wizardFoot} data-part="wizard-foot">
        <Button variant="default" component={AppLink} to={pathTo('devices', { plantId }, { unit: open.topic })}>
          {t('write.toLamps', { count: open.unit.lamps.found })}
        </Button>
        <Button variant={isEnded ? 'filled' : 'default'} onClick={onMore}>
          {t('write.more')}
        </Button>
      </footer>
    </div>
  )
}

/** Progress of the unit's search, from its own report. */
function Search({ network }: { network: CurrentUnit['unit']['network'] }) {
  const { t } = useTranslation('configuration')
  if (network.state === 'none') return null
  if (network.state === 'completed')
    return (
      <p role="status">
        <StatusInline state="ok" cause={t('search.completed', { count: network.found })} />
      </p>
    )
  const stateText =
    network.expected === null
      ? t('search.found', { count: network.found })
      : t('search.of', { found: network.found, expected: network.expected })
  return (
    <div role="status">
      <p>{stateText}</p>
      {network.expected ? (
        <Progress value={(100 * network.found) / network.expected} aria-label={stateText} transitionDuration={200} />
      ) : null}
    </div>
  )
}
