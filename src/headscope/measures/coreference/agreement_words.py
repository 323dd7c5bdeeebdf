"""English words whose number, gender or person is usually known: lists of our own, modest on purpose.

A word that is on no list agrees with everything, so a gap here costs a sieve its grip, never an error. Names are those that
English texts give mostly to one sex; names given to both are left out.
"""

from collections.abc import Iterable, Mapping


def _each(entries: Mapping[str, str]) -> dict[str, str]:
    """`{"values": "word word"}` turned round: each word with its values."""
    return {word: values for values, words in entries.items() for word in words.split()}


def _set(*lines: str) -> frozenset[str]:
    return frozenset(word for line in lines for word in line.split())


# Number, gender, person; "-" where the word leaves it open. Gender "Any" is a man or a woman, but no thing.
PRONOUNS = _each(
    {
        "Sing Any 1": "i me my mine myself",
        "Plur Any 1": "we us our ours ourselves 's ’s",
        "- Any 2": "you your yours ya",
        "Sing Any 2": "yourself",
        "Plur Any 2": "yourselves",
        "Sing Masc 3": "he him his himself",
        "Sing Fem 3": "she her hers herself",
        "Sing Neut 3": "it its itself this that something anything everything nothing",
        "Plur - 3": "they them their theirs themselves em 'em ’em these those both all many few several others",
        "Sing Any 3": "one's oneself somebody someone anybody anyone everybody everyone nobody",
        "Sing - 3": "one each either neither another",
        "- Any 3": "who whom whoever",
        "- Neut 3": "which what whatever",
        "- - 3": "whose some any none most",
    }
)

MALE_NOUNS = _set(
    "man boy guy lad gentleman father dad daddy papa son brother husband uncle nephew grandfather grandpa grandson boyfriend",
    "bridegroom groom widower stepfather stepson stepbrother godfather bachelor king prince duke baron earl emperor lord knight sir",
    "monk pope bishop wizard waiter landlord policeman fireman spokesman chairman salesman fisherman sportsman businessman",
    "rooster bull stallion",
)
FEMALE_NOUNS = _set(
    "woman girl lady mother mom mum mummy mama daughter sister wife aunt niece grandmother grandma granddaughter girlfriend bride",
    "widow stepmother stepdaughter stepsister godmother queen princess duchess baroness countess empress madam nun witch actress",
    "waitress hostess heroine landlady goddess policewoman spokeswoman chairwoman saleswoman businesswoman mare hen",
)
PERSON_NOUNS = _set(
    "person people adult child kid baby teenager student pupil teacher professor doctor nurse surgeon patient lawyer judge officer",
    "soldier general colonel captain sergeant leader president minister senator mayor governor secretary director manager chief boss",
    "employee worker farmer driver pilot sailor cook baker player coach singer dancer musician composer artist painter poet",
    "writer author editor journalist reporter scientist researcher engineer architect inventor philosopher historian economist",
    "analyst spokesperson chairperson parent grandparent cousin sibling spouse twin orphan friend neighbour neighbor guest visitor",
    "tourist citizen resident voter victim witness suspect criminal thief prisoner customer buyer seller owner member colleague",
    "candidate winner champion expert speaker reader listener user participant celebrity hero genius fool",
)
MALE_TITLES = _set("mr mr. mister sir lord king prince duke baron earl emperor brother uncle pope")
FEMALE_TITLES = _set("mrs mrs. ms ms. miss madam madame lady queen princess duchess sister aunt dame")
PERSON_TITLES = _set(
    "dr dr. doctor prof prof. professor president senator captain general colonel sergeant lieutenant major judge justice rev. sen. rep.",
    "gov. gen. col. sgt. lt. st. saint",
)

MALE_NAMES = _set(
    "aaron abdul abraham adam ahmed alan albert alexander alfred ali andrew anthony antonio arthur ben benjamin bernard bill bob boris",
    "brian bruce carl carlos charles christopher daniel dave david dennis diego donald douglas edgar eduardo edward edwin eric ernest",
    "felix fernando frank franz fred frederick gary geoffrey george gerald gordon graham greg gregory hans harold harry hassan henry",
    "herbert howard hugh hugo ian isaac ivan jack jacob james jason jeff jeremy jim jimmy joe john jonathan jorge jose josé joseph",
    "joshua juan julius justin karl keith kenji kenneth kevin larry lawrence leo leon leonard louis lucas luis luke manuel marcus mario",
    "mark martin matthew michael mike miguel mohamed mohammed moses nathan neil nicholas nigel oliver omar oscar otto patrick paul pedro",
    "peter philip pierre rafael raj ralph raymond richard robert roger ronald roy samuel scott sean sergei simon stanley stephen steve",
    "steven stuart ted theodore thomas tim timothy tom tony victor vincent vladimir walter wilhelm william winston yusuf",
)
FEMALE_NAMES = _set(
    "abigail agnes aisha alice amanda amelia amy ana andrea angela anita ann anna anne annie barbara beatrice betty bridget camilla",
    "carmen carol caroline catherine cecilia charlotte christina christine claire clara daisy deborah diana donna dorothy edith eleanor",
    "elena elisabeth elizabeth ella ellen emily emma esther eva eve fatima fiona florence frances georgia gertrude grace hannah harriet",
    "heather heidi helen helena hilda ida ingrid irene isabel isabella jane janet jennifer jenny jessica joan joanna josephine judith",
    "julia julie karen kate katherine kathleen katie laura lena lily linda lisa louise lucia lucy lydia margaret maria marie marion mary",
    "martha matilda maya melissa mia michelle molly monica nadia nancy naomi natalie natasha nora olga olivia pamela patricia paula",
    "penelope priya rachel rebecca rita rosa rose ruth sally samantha sandra sara sarah sharon sofia sonia sophia sophie stella susan",
    "sylvia teresa theresa ursula valerie vanessa vera veronica victoria virginia wendy yvonne",
)

THING_NOUNS = _set(
    "thing place house home room door window wall table chair bed kitchen garden street road bridge building tower school church",
    "university college museum library hospital office factory shop store market restaurant hotel city town village country state county",
    "region island river lake sea ocean mountain valley forest field beach world earth planet moon sun sky weather rain snow wind water",
    "fire air food bread meal cake fruit tree plant flower seed leaf stone wood paper book story novel poem song film movie game match",
    "play word letter name number sentence page article report newspaper picture painting photograph map plan idea problem question",
    "answer reason result fact law rule right tax price cost money dollar bank war peace battle army gun bomb ship boat car train bus",
    "plane bicycle machine engine computer phone camera clock box bag bottle cup knife key rope hat coat shoe dress hand head foot",
    "heart eye voice life death year month week day hour minute time century season summer winter spring autumn morning evening night",
    "way part side end beginning top bottom line point event system process method model theory study project programme program service",
    "product material industry business economy trade music art science history language religion culture power energy light heat sound",
)
THING_NAMES = _set(
    "monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november",
    "december africa america asia australia europe austria belgium brazil britain canada china cuba denmark egypt england finland france",
    "germany greece hungary india iran iraq ireland israel italy japan kenya korea mexico netherlands nigeria norway pakistan poland",
    "portugal russia scotland spain sweden switzerland syria taiwan turkey ukraine wales vietnam london paris berlin rome madrid moscow",
    "tokyo beijing york chicago boston california texas inc inc. corp corp. ltd ltd. co co. company university college school institute",
    "association committee council ministry department court congress parliament senate museum library church bank river lake sea ocean",
    "mount island islands street avenue road park bridge city county",
)
THING_ENDINGS = ("tion", "sion", "ness", "ment", "ity", "ism", "ship")
# Singular or plural, one or many: the team is, the team are.
GROUPS = _set(
    "team family company group government police band crew staff committee couple pair majority minority public audience army board",
    "club council party crowd class generation press states nations people firm agency organisation organization department data media",
)
PLURALS = _set("men women children people feet teeth mice geese police")
ENDING_IN_S = _set("news series species means physics mathematics politics economics athletics gas lens bus yes perhaps")
NO_MEN = _set(
    "human roman german norman ottoman talisman specimen abdomen regimen acumen omen"
)  # end in "man" or "men" by chance


def in_singular(word: str) -> Iterable[str]:
    """The word, and what it may be the plural of.

    >>> list(in_singular("ladies"))
    ['ladies', 'ladie', 'ladi', 'lady']
    """
    yield word
    if word.endswith("s") and len(word) > 3:
        yield word[:-1]
        if word.endswith("es"):
            yield word[:-2]
        if word.endswith("ies"):
            yield word[:-3] + "y"
    if word == "children":
        yield "child"
