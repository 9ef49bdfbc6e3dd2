export const sampleLanguages = ["curl", "JavaScript", "Python"] as const;
export type SampleLanguage = (typeof sampleLanguages)[number];

/** A call of a version that runs without changes once the environment variable AIRLOCK_KEY contains the system account's key. */
export function codeSample(language: SampleLanguage, address: string, values: Readonly<Record<string, unknown>>): string {
  const body = JSON.stringify(values, null, 2);
  switch (language) {
    case "curl":
      return [
        `curl --request POST '${address}' \\`,
        `  --header "Authorization: Bearer $AIRLOCK_KEY" \\`,
        `  --header 'Content-Type: application/json' \\`,
        `  --data '${body.replaceAll("'", String.raw`'\''`)}'`,
      ].join("\n");
    case "JavaScript":
      return [
        `const response = await fetch(${JSON.stringify(address)}, {`,
        `  method: "POST",`,
        `  headers: {`,
        "    Authorization: `Bearer ${process.env.AIRLOCK_KEY}`,",
        `    "Content-Type": "application/json",`,
        `  },`,
        `  body: JSON.stringify(${indented(body)}),`,
        `});`,
        `console.log(await response.json());`,
      ].join("\n");
    case "Python":
      return [
        `import json`,
        `import os`,
        `import urllib.request`,
        ``,
        `request = urllib.request.Request(`,
        `    ${JSON.stringify(address)},`,
        `    data=json.dumps(${indented(pythonText(body), "    ")}).encode(),`,
        `    headers={`,
        `        "Authorization": f"Bearer {os.environ['AIRLOCK_KEY']}",`,
        `        "Content-Type": "application/json",`,
        `    },`,
        `    method="POST",`,
        `)`,
        `with urllib.request.urlopen(request) as response:`,
        `    print(json.load(response))`,
      ].join("\n");
  }
}

const pythonWords: Readonly<Record<string, string>> = { true: "True", false: "False", null: "None" };

/** Of JSON with one value on a line. A line that ends with a text ends with a quote. */
function pythonText(body: string): string {
  return body.replaceAll(/(?<=": )(?:true|false|null)(?=,?$)/gm, (word) => pythonWords[word] ?? word);
}

function indented(text: string, by = "  "): string {
  return text.replaceAll("\n", `\n${by}`);
}
