import { useId } from "react";
import { Icon, type IconName } from "../icon/icon";
import css from "./segments.module.css";

/** One of a few, all in sight: a group of radio buttons. */
export function Segments<T extends string>({
  label,
  options,
  value,
  onChange,
  iconsOnly = false,
}: {
  label: string;
  options: readonly { value: T; name: string; icon?: IconName }[];
  value: T;
  onChange: (value: T) => void;
  iconsOnly?: boolean;
}) {
  const name = useId();
  return (
    <fieldset className={css.segments}>
      <legend className="unseen">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={css.segment} title={iconsOnly ? option.name : undefined}>
          <input
            type="radio"
            className="unseen"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.icon && <Icon name={option.icon} size={14} />}
          <span className={iconsOnly ? "unseen" : undefined}>{option.name}</span>
        </label>
      ))}
    </fieldset>
  );
}
