import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card, PageHeader } from '../../shared/layout/PageHeader.tsx'
import * as styles from './configuration.module.css'
import { FoundCode } from './FoundCode.tsx'
import { ScanEntry } from './ScanEntry.tsx'

/** Maximum number of listed codes, for a look back at a corridor's last scans. */
const maxShown = 20

/** Identifies any scanned code: a lamp, unit, product or family. */
export function ScanPage() {
  const { t } = useTranslation('configuration')
  const [codes, setCodes] = useState<readonly string[]>([])
  const addContent = (content: string) => {
    setCodes([content, ...codes.filter((one) => one !== content)].slice(0, maxShown))
    return { message: t('scanAny.read', { text: content.slice(0, 60) }), isGood: true }
  }
  return (
    <>
      <PageHeader ownTitle title={t('scanAny.title')} facts={t('scanAny.intro')} />
      <div className={styles.scan}>
        <ScanEntry typedLabel={t('scanAny.typed')} joinLabel={t('scanAny.look')} onContent={addContent} />
        <Card title={t('scan.list')}>
          <div className={styles.scanBody}>
            {codes.length === 0 ? <p className="vx-quiet">{t('scan.none')}</p> : null}
            <ol className={styles.scanList} aria-label={t('scan.list')} aria-live="polite">
              {codes.map((content) => (
                <li key={content} className={styles.scanFound}>
                  <FoundCode content={content} />
                </li>
              ))}
            </ol>
          </div>
        </Card>
      </div>
    </>
  )
}
