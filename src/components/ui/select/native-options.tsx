import type { SelectEntry, SelectOption } from '../select-option.ts';

export function NativeOptions({ options }: { options: readonly SelectEntry[] }) {
  return options.map((entry) =>
    'values' in entry ? (
      <optgroup key={entry.label} label={entry.label}>
        {entry.values.map(drawOption)}
      </optgroup>
    ) : (
      drawOption(entry)
    ),
  );
}

function drawOption({ value, label, isDisabled }: SelectOption) {
  return (
    <option key={value} value={value} disabled={isDisabled}>
      {label}
    </option>
  );
}
