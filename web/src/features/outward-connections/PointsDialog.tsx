import { Button } from '@mantine/core'
import type {
  OutwardBridge,
  OutwardKind,
  OutwardUnit,
} from '@vigilux/contract/features/outward-connections/outward-connection.ts'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../shared/feedback/Dialog.tsx'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { topicOf } from '../../shared/plant/unit-topic.ts'
import * as styles from './outward-connections.module.css'

type PointsDialogProps = { kind: OutwardKind; bridge: OutwardBridge; onClose: () => void }

/** Objects of a unit begin here, and those of its lamps follow in tens; one register block for each lamp. */
const objectsPerUnit = 10_000

/** Where a building system finds each unit and its lamps. */
export function PointsDialog({ kind, bridge: { units }, onClose }: PointsDialogProps) {
  const { t } = useTranslation('outward-connections')
  const details = useCurrentPlant()
  const nameOf = ({ topic }: OutwardUnit): string =>
    details.units.find((unit) => topicOf(unit) === topic)?.description || topic
  const placeOf = (unit: OutwardUnit): string => {
    if (kind === 'modbus') return String(unit.number)
    const first = unit.number * objectsPerUnit
    return kind === 'mqtt' ? unit.topic : `${first}–${first + objectsPerUnit - 1}`
  }
  return (
    <Dialog opened onClose={onClose} title={t(`points.title.${kind}`)} size="lg">
      <div className={styles.outwardDialog}>
        <p>{t(`points.text.${kind}`)}</p>
        <div className={styles.outwardPoints}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('points.unit')}</th>
                <th scope="col">{t(`points.place.${kind}`)}</th>
              </tr>
            </thead>
            <tbody>
              {units.map((unit) => (
                <tr key={unit.topic}>
                  <td>{nameOf(unit)}</td>
                  <td>{placeOf(unit)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <p className="vx-quiet">{t('points.documentation', { file: 'docs/building-points.md' })}</p>
        <FormFoot end>
          <Button onClick={onClose}>{t('close')}</Button>
        </FormFoot>
      </div>
    </Dialog>
  )
}
