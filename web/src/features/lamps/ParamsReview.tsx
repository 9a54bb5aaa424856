import type { LampParams } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import { useTranslation } from 'react-i18next'
import * as plainTableStyles from '../../shared/table/plain-table.module.css'
import { reviewOf, type Survey } from './lamp-params.ts'
import { useParamLabel } from './use-param-label.ts'

/** Preview of every change: parameter, old and new value, and number of lamps. */
export function ParamsReview({ changed, survey }: { changed: LampParams; survey: Survey }) {
  const { t } = useTranslation('lamps')
  const paramLabel = useParamLabel()
  const { lines, already } = reviewOf(changed, survey)
  return (
    <>
      <table className={plainTableStyles.review}>
        <caption>{t('params.reviewed', { count: survey.lamps })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('params.column.parameter')}</th>
            <th scope="col">{t('params.column.from')}</th>
            <th scope="col">{t('params.column.to')}</th>
            <th scope="col">{t('word.lamps')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ name, from, to, lamps }) => (
            <tr key={`${name} ${from}`}>
              <th scope="row">{t(`params.name.${name}`)}</th>
              <td>{from === null ? t('unknown') : paramLabel(name, from)}</td>
              <td>{paramLabel(name, to)}</td>
              <td>{lamps}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {already.map(({ name, to, lamps }) => (
        <p key={name} className="vx-quiet">
          {t('params.already', { count: lamps, name: t(`params.name.${name}`), value: paramLabel(name, to) })}
        </p>
      ))}
    </>
  )
}
