import {
  IconChevronRight,
  IconListNumbers,
  IconPlaylistAdd,
  IconPlus,
  IconReplace,
  IconSearch,
  IconTrash,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import * as wizardStyles from '../../shared/layout/wizard.module.css'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import { type CurrentUnit, useWhyNotBusy, useWhyNotCommand } from '../central-units/index.ts'
import { useRunningOperation } from '../operations/index.ts'
import * as styles from './configuration.module.css'
import { type Mode, modes } from './draft.ts'

const icons: Record<Mode, typeof IconSearch> = {
  newAcquisition: IconSearch,
  append: IconPlus,
  appendSerials: IconPlaylistAdd,
  overwriteSerials: IconListNumbers,
  delete: IconTrash,
  substitute: IconReplace,
}
const commands: Record<Mode, string> = {
  newAcquisition: 'createNetwork',
  append: 'createNetwork',
  appendSerials: 'setLgSerialId',
  overwriteSerials: 'setLgSerialId',
  delete: 'deleteLgSerialId',
  substitute: 'substituteLogicaFM',
}

type ModeProps = { open: CurrentUnit; lamps: number; mode: Mode | undefined; onMode: (mode: Mode) => void }

/** Kinds of changes to the list of lamps, with explanations. */
export function ModeStep({ open, lamps, mode, onMode }: ModeProps) {
  const { t } = useTranslation('configuration')
  const { plantId } = useCurrentPlant()
  const unit = useWhyNotCommand()(open.unit)
  const busy = useWhyNotBusy(open.topic)
  const runningOperation = useRunningOperation(open.topic)
  const modeBlockedReason = (option: Mode) =>
    unit ??
    busy ??
    (open.facts.commands.includes(commands[option]) ? undefined : t('notOfType', { type: open.facts.name })) ??
    (lamps === 0 && (option === 'delete' || option === 'substitute') ? t('choose.noneTitle') : undefined)
  return (
    <div className={`${wizardStyles.wizardStep} ${wizardStyles.wizardWide}`}>
      <h2>{t('mode.title')}</h2>
      <p>{t('mode.text', { count: lamps, max: open.facts.maxLamps })}</p>
      {runningOperation ? (
        <p role="status">
          {busy}{' '}
          <AppLink
            to={pathTo(
              'configureUnit',
              { plantId, unit: open.topic },
              { step: 'write', operation: runningOperation.id },
            )}
          >
            {t('showProgress')}
          </AppLink>
        </p>
      ) : null}
      <ul className={styles.modes}>
        {modes.map((option) => {
          const Mark = icons[option]
          const reason = modeBlockedReason(option)
          return (
            <li key={option}>
              <button
                type="button"
                aria-disabled={reason ? true : undefined}
                aria-description={reason}
                title={reason}
                aria-current={option === mode ? 'true' : undefined}
                onClick={reason ? undefined : () => onMode(option)}
              >
                <Mark size={20} aria-hidden />
                <span>
                  <b>{t(`mode.${option}.name`)}</b>
                  <small>{t(`mode.${option}.about`)}</small>
                  {reason ? <small className={styles.modeRefusal}>{reason}</small> : null}
                </span>
                <IconChevronRight size={18} aria-hidden />
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
