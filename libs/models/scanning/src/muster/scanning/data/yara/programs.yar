// Programs and beginnings of attacks in what belongs to a model. Each rule says in `meta`: verdict (malicious |
// suspicious), title (what it is), danger (why that is dangerous). Strings are kept apart, so that this file does
// not hold what it looks for.

rule reverse_shell {
    meta:
        verdict = "malicious"
        title = "A shell that calls back"
        danger = "It opens a shell on the machine of whoever runs it to somebody else."
    strings:
        $bash = /bash\s{1,4}-i\s{0,4}[>&0-9]{1,4}\s{0,4}\/dev\/(tcp|udp)\/[\w.-]{1,80}\/\d{1,5}/
        $exec = /exec\s{1,4}\d{1,3}<>\s{0,4}\/dev\/tcp\/[\w.-]{1,80}\/\d{1,5}/
        $netcat = /\b(nc|ncat|netcat)(\.exe)?\s[^\n]{0,60}-e\s{1,4}(\/bin\/(ba|z|da)?sh|cmd(\.exe)?|powershell)/
        $fifo = /mkfifo\s[^\n]{1,80}\/bin\/(ba)?sh\s{1,4}-i[^\n]{1,80}\b(nc|ncat|openssl)\b/
        $perl = /use Socket;[^\n]{1,200}exec\s{0,4}[{(]?\s{0,4}["']\/bin\/(ba)?sh/
    condition:
        any of them
}

rule reverse_shell_python {
    meta:
        verdict = "malicious"
        title = "Python that gives a shell away"
        danger = "It binds the input and output of a shell to a connection."
    strings:
        $socket = "socket.socket"
        $dup = /dup2\s{0,4}\(\s{0,4}\w{1,30}\.fileno\s{0,4}\(\s{0,4}\)\s{0,4},\s{0,4}[012]/
        $spawn = /pty\s{0,4}\.\s{0,4}spawn|(subprocess\s{0,4}\.\s{0,4}(call|run|Popen)|system|execve?)\s{0,4}\(\s{0,4}\[?["']\/bin\/(ba)?sh/
    condition:
        $dup and $spawn and $socket
}

rule powershell_hidden {
    meta:
        verdict = "malicious"
        title = "A command of PowerShell that hides what it runs"
        danger = "What it runs is encoded or fetched, and runs without a window."
    strings:
        $encoded = /powershell(\.exe)?["']?\s[^\n]{0,120}-e(nc|ncodedcommand)?\s{1,4}["']?[A-Za-z0-9+\/=]{40,}/ nocase
        $fetched = /\bIEX\s{0,4}\(?\s{0,4}\(?\s{0,4}New-Object\s{1,4}(System\.)?Net\.WebClient\)?\.DownloadString/ nocase
        $client = /New-Object\s{1,4}(System\.)?Net\.Sockets\.TCPClient\(["'][^\n]{1,400}GetStream/ nocase
    condition:
        any of them
}

rule packed_python {
    meta:
        verdict = "malicious"
        title = "Python that unpacks and runs what it hides"
        danger = "The code that runs is compressed or encoded in a text, so that nobody reads it."
    strings:
        $once = /\b(exec|eval)\s{0,4}\(\s{0,4}(compile\s{0,4}\(\s{0,4})?((zlib|bz2|lzma|gzip)\s{0,4}\.\s{0,4}decompress|marshal\s{0,4}\.\s{0,4}loads)\s{0,4}\(\s{0,4}[\w."'()]{0,40}(b64decode|b85decode|b32decode|a85decode|decompress|unhexlify|fromhex)/
        $encoded = /\b(exec|eval)\s{0,4}\(\s{0,4}(compile\s{0,4}\(\s{0,4})?(__import__\s{0,4}\(\s{0,4}["']base64["']\s{0,4}\)|base64)\s{0,4}\.\s{0,4}(b64decode|b85decode|b32decode|a85decode)\s{0,4}\(\s{0,4}b?["'][A-Za-z0-9+\/=\-_]{24,}/
        $lambda = /lambda\s{1,4}__\s{0,4}:\s{0,4}__import__\s{0,4}\(\s{0,4}["'](zlib|lzma|bz2)["']\s{0,4}\)\s{0,4}\.\s{0,4}decompress/
    condition:
        any of them
}

rule shellcode_runner {
    meta:
        verdict = "malicious"
        title = "A script that runs machine code"
        danger = "It puts bytes into memory that may be run, and runs them."
    strings:
        $ctypes = "ctypes"
        $alloc = /\bVirtualAlloc(Ex)?\s{0,4}\(/
        $copy = /\b(RtlMoveMemory|WriteProcessMemory)\s{0,4}\(/
        $run = /\bCreate(Remote)?Thread\s{0,4}\(/
    condition:
        all of them
}

rule shellcode {
    meta:
        verdict = "malicious"
        title = "The beginning of well-known shellcode"
        danger = "Machine code that finds the functions of Windows by itself: the beginning of nearly every stage of Metasploit."
    strings:
        $x64 = { fc 48 83 e4 f0 e8 ?? 00 00 00 41 51 41 50 52 51 56 48 31 d2 65 48 8b 52 60 }
        $x86 = { fc e8 ?? 00 00 00 60 89 e5 31 (c0 | d2) 64 8b (50 | 52) 30 8b 52 0c 8b 52 14 }
    condition:
        any of them
}

rule miner {
    meta:
        verdict = "malicious"
        title = "A miner of cryptocurrency"
        danger = "It uses the machine's processors for somebody else."
    strings:
        $pool = /stratum[12]?\+(tcp|ssl|tls|udp):\/\/[\w.-]{4,80}:\d{2,5}/
        $xmrig = "xmrig" nocase
        $donate = "donate-level" nocase
        $algorithm = /\b(randomx|rx\/0|cryptonight|kawpow|ethash)\b/ nocase
    condition:
        $pool or ($xmrig and ($donate or $algorithm))
}

rule sends_secrets {
    meta:
        verdict = "malicious"
        title = "A script that collects keys and passwords"
        danger = "It reads where browsers, clouds and wallets keep what opens them, and sends it away."
    strings:
        $chrome = /User Data[\\\/]{1,2}(Default|Local State)/
        $logins = "Login Data"
        $firefox = "key4.db"
        $wallet = "wallet.dat"
        $aws = ".aws/credentials"
        $ssh = ".ssh/id_rsa"
        $token = ".cache/huggingface/token"
        $kube = ".kube/config"
        $send = /requests\s{0,4}\.\s{0,4}(post|put)\s{0,4}\(|urlopen\s{0,4}\(|curl\s[^\n]{0,80}(-d|--data|-F|-T)\b|\.webhooks?\//
    condition:
        $send and 3 of ($chrome, $logins, $firefox, $wallet, $aws, $ssh, $token, $kube)
}

rule drop_address {
    meta:
        verdict = "suspicious"
        title = "An address to which stolen things are sent"
        danger = "Webhooks of chats take what anybody sends; a model has nothing to tell to one."
    strings:
        $discord = /https?:\/\/(ptb\.|canary\.)?discord(app)?\.com\/api\/webhooks\/\d{17,20}\/[\w-]{60,}/
        $telegram = /https?:\/\/api\.telegram\.org\/bot\d{8,10}:AA[\w-]{33}\/send(Message|Document)/
        $catcher = /https?:\/\/([\w-]{4,60}\.)(oastify\.com|burpcollaborator\.net|interact\.sh|requestbin\.net|pipedream\.net)\b/
    condition:
        any of them
}

rule stays {
    meta:
        verdict = "malicious"
        title = "Something that installs itself to run again"
        danger = "It writes to where a machine looks for what to run at its start or at a login."
    strings:
        $keys = /(>>|tee\s{1,4}-a)\s{0,4}["']?[\w~\/.$-]{0,60}\.ssh\/authorized_keys/
        $cron = /\(\s{0,4}crontab\s{1,4}-l[^\n]{0,200}\|\s{0,4}crontab\s{1,4}-/
        $preload = /(>>?|tee)\s{0,4}["']?\/etc\/ld\.so\.preload/
        $run_key = /reg(\.exe)?\s{1,4}add\s[^\n]{0,40}\\CurrentVersion\\Run\b/ nocase
    condition:
        any of them
}

rule cloud_credentials {
    meta:
        verdict = "suspicious"
        title = "A request for the credentials of a cloud machine"
        danger = "The address answers, to whatever runs on the machine, with keys of the role that the machine has."
    strings:
        $aws = /169\.254\.169\.254\/latest\/(meta-data\/iam\/security-credentials|api\/token)/
        $google = /metadata\.google\.internal\/computeMetadata\/v1\/instance\/service-accounts\/[\w@.-]{1,80}\/token/
        $azure = /169\.254\.169\.254\/metadata\/identity\/oauth2\/token/
    condition:
        any of them
}

rule packed_program {
    meta:
        verdict = "suspicious"
        title = "A packed native program"
        danger = "A program that unpacks itself when it runs; nobody packs a library that belongs to a model."
    strings:
        $upx = "UPX!"
        $sections = { 55 50 58 30 00 00 00 00 [32] 55 50 58 31 00 00 00 00 }
    condition:
        (uint32(0) == 0x464c457f and $upx in (0..1024)) or (uint16(0) == 0x5a4d and $sections in (0..4096))
}

rule test_file {
    meta:
        verdict = "malicious"
        title = "The test file of antivirus engines"
        danger = "It does nothing. Every engine reports it, so that one can see that it is asked."
    strings:
        $eicar = /X5O!P%@AP\[4\\PZX54\(P\^\)7CC\)7\}\$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!\$H\+H\*/
    condition:
        $eicar
}
