import { Button, Checkbox } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { type OutwardKind, outwardKinds } from '@vigilux/contract/features/outward-connections/outward-connection.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../shared/feedback/Dialog.tsx'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import { PlantTokenCreation } from '../access-tokens/index.ts'
import * as styles from './outward-connections.module.css'
import { SettingsText } from './SettingsText.tsx'
import { siteSettings } from './site-settings.ts'

type AddConnectionProps = {
  plant: PlantDetails['plant']
  /** The site computer which only gets a new token, because its former one has ended. */
  renewedHost?: string
  onClose: () => void
}

/** Leads through a new connection: a token, the settings of the site computer, and its start. */
export function AddConnection({ plant, renewedHost, onClose }: AddConnectionProps) {
  const { t } = useTranslation('outward-connections')
  const { t: tTokens } = useTranslation('access-tokens')
  const [isCreating, setCreating] = useState(false)
  const [kinds, setKinds] = useState<OutwardKind[]>(['bacnet'])
  const isNew = renewedHost === undefined
  const title = isNew ? t('add') : t('addSteps.renewTitle', { host: renewedHost })
  return (
    <>
      <Dialog opened onClose={onClose} title={title} size="lg">
        <div className={styles.outwardDialog}>
          <ol className={styles.outwardSteps}>
            <li>
              <p>{t('addSteps.token', { read: tTokens('scope.read'), operate: tTokens('scope.operate') })}</p>
              <Button
                variant="default"
                leftSection={<IconKey size={16} aria-hidden />}
                onClick={() => setCreating(true)}
              >
                {t('addSteps.makeToken')}
              </Button>
            </li>
            <li>
              <p>{t('addSteps.writeToken')}</p>
              <SettingsText text="/etc/vigilux/outward.token" />
            </li>
            {isNew ? (
              <li>
                <Checkbox.Group
                  label={t('addSteps.kinds')}
                  value={kinds}
                  onChange={(values) => setKinds(outwardKinds.filter((kind) => values.includes(kind)))}
                >
                  <div className={styles.outwardKinds}>
                    {outwardKinds.map((kind) => (
                      <Checkbox key={kind} value={kind} label={t(`kind.${kind}`)} />
                    ))}
                  </div>
                </Checkbox.Group>
                <p>{t('addSteps.settings', { file: '/etc/vigilux/outward.env' })}</p>
                <SettingsText text={siteSettings(window.location.origin, plant.plant_id, kinds)} />
              </li>
            ) : null}
            <li>
              <p>{t(isNew ? 'addSteps.start' : 'addSteps.restart')}</p>
              <SettingsText
                text={isNew ? 'systemctl enable --now vigilux-outward' : 'systemctl restart vigilux-outward'}
              />
            </li>
          </ol>
          <p className="vx-quiet">{t('addSteps.documentation', { file: 'docs/building-systems.md' })}</p>
          <FormFoot end>
            <Button onClick={onClose}>{t('close')}</Button>
          </FormFoot>
        </div>
      </Dialog>
      {isCreating ? <PlantTokenCreation plant={plant} onClose={() => setCreating(false)} /> : null}
    </>
  )
}
