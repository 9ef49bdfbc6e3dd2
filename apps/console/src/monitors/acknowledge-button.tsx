import Button from "@mui/material/Button";
import { Icon } from "../ui/icons/icon.tsx";

interface AcknowledgeButtonProps {
  readonly isPending: boolean;
  readonly onPress: () => void;
}

export function AcknowledgeButton({ isPending, onPress }: AcknowledgeButtonProps) {
  return (
    <Button variant="contained" startIcon={<Icon name="check" size={16} />} disabled={isPending} onClick={onPress}>
      Acknowledge
    </Button>
  );
}
