import { Button, Switch } from '@mantine/core'
import { IconBuildingFactory2, IconChevronDown, IconPlug, IconSmartHome } from '@tabler/icons-react'
import type {
  OutwardBridge,
  OutwardConnection,
} from '@vigilux/contract/features/outward-connections/outward-connection.ts'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { toastFailure } from '../../shared/feedback/toast.ts'
import { usePhone } from '../../shared/layout/use-phone.ts'
import { archivedReason } from '../../shared/plant/can-change.ts'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { useTokenTexts } from '../access-tokens/index.ts'
import { AddConnection } from './AddConnection.tsx'
import { shownConnection, stateOfConnection } from './connection-state.ts'
import { FailureDialog } from './FailureDialog.tsx'
import * as styles from './outward-connections.module.css'
import { PointsDialog } from './PointsDialog.tsx'
import { useConnectionTexts } from './use-connection-texts.ts'

export type ConnectionRowProps = {
  plant: PlantDetails['plant']
  bridge: OutwardBridge
  connection: OutwardConnection
  mayChange: boolean
  /** By the clock of the server. */
  now: number
}

const icons = { bacnet: IconBuildingFactory2, modbus: IconPlug, mqtt: IconSmartHome } as const

/** One connection: its offer, its token, its state, its next step and its switch. */
export function ConnectionRow(props: ConnectionRowProps) {
  const { plant, bridge, connection, now } = props
  const { t } = useTranslation('outward-connections')
  const { scopesText } = useTokenTexts()
  const { offerText, stateText, timeText } = useConnectionTexts(plant.timezone)
  const [isOpen, setOpen] = useState(false)
  const isPhone = usePhone()
  const detailsId = useId()
  const shown = shownConnection(bridge, connection, now)
  const Mark = icons[connection.kind]
  const name = t(`kind.${connection.kind}`)
  const cause = stateText(shown, connection, bridge)
  const time = timeText(shown, connection, now)
  const state = (
    <div className={styles.outwardState}>
      {shown === 'off' ? <span>{cause}</span> : <StatusInline state={stateOfConnection[shown]} cause={cause} />}
      {time ? <span>{time}</span> : null}
    </div>
  )
  const token = (
    <div className={styles.outwardLines}>
      <span>{bridge.token.name}</span>
      <span>{scopesText(bridge.token)}</span>
    </div>
  )
  const mark = (
    <span className={styles.outwardMark}>
      <Mark size={18} aria-hidden />
    </span>
  )
  const isGrey = shown === 'silent' || shown === 'tokenEnded'
  const switchControl = <ConnectionSwitch {...props} name={name} />
  if (isPhone)
    return (
      <li className={styles.outwardRow} data-grey={isGrey || undefined}>
        {mark}
        <button
          type="button"
          className={styles.outwardOpener}
          aria-expanded={isOpen}
          aria-controls={detailsId}
          onClick={() => setOpen(!isOpen)}
        >
          <b>{name}</b>
          <IconChevronDown size={16} aria-hidden />
        </button>
        {switchControl}
        {state}
        <div id={detailsId} className={styles.outwardDetails} hidden={!isOpen}>
          <span>{offerText(connection)}</span>
          {token}
          <NextStep {...props} />
        </div>
      </li>
    )
  return (
    <li className={styles.outwardRow} data-grey={isGrey || undefined}>
      {mark}
      <div className={styles.outwardLines}>
        <b>{name}</b>
        <span>{offerText(connection)}</span>
      </div>
      {token}
      {state}
      <NextStep {...props} />
      {switchControl}
    </li>
  )
}

/** The switch of the administrator; others read its position. */
function ConnectionSwitch({ plant, bridge, connection, mayChange, name }: ConnectionRowProps & { name: string }) {
  const { t } = useTranslation('outward-connections')
  const change = useActionMutation('switchOutwardConnection', { refresh: ['getOutwardConnections'] })
  const { kind, on } = connection
  if (!mayChange) return <span className={styles.outwardPosition}>{t(on ? 'on' : 'state.off')}</span>
  const send = () =>
    change.mutate({ plantId: plant.plant_id, tokenId: bridge.token.id, kind, on: !on }, { onError: toastFailure })
  return (
    <Switch
      aria-label={t('switchOf', { name, host: bridge.host })}
      checked={change.isPending ? !on : on}
      disabled={archivedReason(plant) !== undefined || change.isPending || bridge.token.end !== null}
      onChange={send}
    />
  )
}

type Step = 'token' | 'repair' | 'points'

/** The one button of a row: the values read by its clients, its repair, or a new token. */
function NextStep({ plant, bridge, connection, mayChange, now }: ConnectionRowProps) {
  const { t } = useTranslation('outward-connections')
  // A dialog closes when the state of its connection changes.
  const [openStep, setOpenStep] = useState<Step>()
  const close = () => setOpenStep(undefined)
  const { kind, failure } = connection
  const shown = shownConnection(bridge, connection, now)
  const button = (step: Step, label: string): ReactNode => (
    <Button size="xs" variant="default" onClick={() => setOpenStep(step)}>
      {label}
    </Button>
  )
  if (shown === 'tokenEnded') {
    if (!mayChange) return <span />
    return (
      <>
        {button('token', t('chooseToken'))}
        {openStep === 'token' ? <AddConnection plant={plant} renewedHost={bridge.host} onClose={close} /> : null}
      </>
    )
  }
  if (shown === 'failed' && failure)
    return (
      <>
        {button('repair', t(failure === 'passwordRefused' ? 'enterPassword' : 'howToRepair'))}
        {openStep === 'repair' ? (
          <FailureDialog kind={kind} failure={failure} host={bridge.host} onClose={close} />
        ) : null}
      </>
    )
  return (
    <>
      {button('points', t(`points.button.${kind}`))}
      {openStep === 'points' ? <PointsDialog kind={kind} bridge={bridge} onClose={close} /> : null}
    </>
  )
}
