import { useQuery } from "urql";
import { PlatformAdmins } from "./platform-admins";
import { RegistryFactsDocument } from "./settings.gql";
import { useShell } from "@/lib/shell";
import { Foreign } from "@/parts/foreign/foreign";
import { Hash } from "@/parts/hash/hash";
import { Facts, Section } from "@/parts/page/page";

/** What this registry is, and, for platform admins, who else is one. */
export function Registry() {
  const { viewer } = useShell();
  const [{ data }] = useQuery({ query: RegistryFactsDocument });
  const registry = data?.registry;
  if (!registry) return null;
  return (
    <Section title="This registry">
      <Facts
        items={[
          ["Name", <Foreign key="name" text={registry.name} wrap />],
          ["DID", <Hash key="did" value={registry.did} label="the DID" whole />],
          ["Version", registry.version],
          ["Evals", registry.evalsEnabled ? "On" : "Off"],
          [
            "Identity provider",
            registry.identityProvider ? <Foreign key="idp" text={registry.identityProvider} wrap /> : "None",
          ],
          ["Agent credentials", registry.keepsSecrets ? "Can be kept" : "Cannot be kept: ASSAY_SECRET_KEY is not set"],
          ["Oracle", <Hash key="oracle" value={registry.oracleDid} label="the oracle's DID" whole />],
        ]}
      />
      {viewer?.admin && !viewer.key && <PlatformAdmins />}
    </Section>
  );
}
