import { Alert, Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import * as changedMeanwhileStyles from './changed-meanwhile.module.css'
import * as formFootStyles from './form-foot.module.css'
import { useIsInView } from './use-in-sight.ts'

/** A field whose value saved by another person differs from the typed one. */
export type ChangedText = { label: string; theirs: string; mine: string }

type ChangedMeanwhileProps = { texts: readonly ChangedText[]; onTheirs: () => void; onMine: () => void }

/** Shown after a concurrent change: both texts and the choice between them. Nothing is overwritten before. */
export function ChangedMeanwhile({ texts, onTheirs, onMine }: ChangedMeanwhileProps) {
  const { t } = useTranslation('shared')
  const viewRef = useIsInView<HTMLDivElement>()
  return (
    <Alert
      ref={viewRef}
      className={formFootStyles.inSight}
      color="yellow"
      role="alert"
      title={t('changed.title')}
      classNames={{ title: changedMeanwhileStyles.alertTitle }}
    >
      <table className={changedMeanwhileStyles.versions}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('changed.theirs')}</th>
            <th scope="col">{t('changed.mine')}</th>
          </tr>
        </thead>
        <tbody>
          {texts.map(({ label, theirs, mine }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{theirs || '–'}</td>
              <td>{mine || '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Group gap="xs">
        <Button variant="default" onClick={onTheirs}>
          {t('changed.takeTheirs')}
        </Button>
        <Button variant="default" onClick={onMine}>
          {t('changed.keepMine')}
        </Button>
      </Group>
    </Alert>
  )
}
