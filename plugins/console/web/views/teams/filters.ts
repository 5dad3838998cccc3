import { mapAnswer, useAnswer } from '../../api/answer.ts';
import { departments } from '../../api/filter-values.ts';
import { type Filter } from '../../parts/filters.tsx';
import { useView } from '../../parts/view.tsx';

const useDepartments = () =>
  mapAnswer(useAnswer(departments(useView().costing)), ({ data }) =>
    data.map(({ id, metadata: { name } }) => ({ value: id, label: name })),
  );

export const filters: readonly Filter[] = [
  { name: 'department_id', label: 'Department', takes: 'several', useChoices: useDepartments },
];
